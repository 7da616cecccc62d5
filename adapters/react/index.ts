/**
 * `pliant/react`: sheets and matter for React Three Fiber. React, three and @react-three/fiber are peer dependencies.
 *
 * ```tsx
 * <Canvas>
 *   <Cloth size={[1, 1]} pins={[{ at: 'top-left' }, { at: 'top-right' }]}>
 *     <meshStandardMaterial color="crimson" side={DoubleSide} />
 *   </Cloth>
 * </Canvas>
 * ```
 */
import { useFrame } from '@react-three/fiber';
import {
  type ClothOptions,
  type RigidSolver,
  SceneError,
  type SceneInput,
  Simulation,
  type StepReport,
  type World,
} from 'pliant';
import { MatterMesh, type MatterMeshOptions, SheetMesh, worldBody } from 'pliant/three';
import { createElement, type ReactElement, type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react';

/** Largest number of steps per frame of the page, so that a page that was suspended does not catch up. */
const MOST_STEPS = 4;

interface SteppingOptions {
  /** Default: false. */
  paused?: boolean;
  /** Called after every step. */
  onStep?: (report: StepReport, world: World) => void;
}

export interface UseWorldOptions extends SteppingOptions {
  /** Solver for rigid bodies that touch each other or colliders: `await loadRapier()`. */
  rigid?: RigidSolver;
}

/** Returns a world of the scene, stepped with the page's frames in steps of the scene's own. Another scene makes another world. */
export function useWorld(scene: SceneInput, { rigid, ...options }: UseWorldOptions = {}): World {
  const key = JSON.stringify(scene);
  const sim = useMemo(() => opened(JSON.parse(key), rigid), [key, rigid]);
  return useStepped(sim, options);
}

function opened(scene: SceneInput, rigid: RigidSolver | undefined): Simulation {
  const sim = Simulation.fromScene(scene, { rigid });
  try {
    sim.world; // builds it
  } catch (error) {
    const needsSolver =
      error instanceof SceneError && error.problems.some(({ path }) => path === 'rigidBodies');
    if (rigid || !needsSolver) throw error;
    throw new Error(
      'useWorld: rigid bodies that can touch each other or colliders need a solver. Load it before rendering, `const rigid = await loadRapier()` of pliant, and pass { rigid }.',
    );
  }
  return sim;
}

function useStepped(sim: Simulation, { paused = false, onStep }: SteppingOptions): World {
  useEffect(() => sim.on('step', (report) => onStep?.(report, sim.world)), [sim, onStep]);
  useFrame((_, delta) => {
    if (paused || sim.fault) return;
    const last = sim.advance(Math.min(delta, MOST_STEPS * sim.dt));
    if (last?.fault) onStep?.(last, sim.world);
  });
  return sim.world;
}

export interface BodyProps {
  world: World;
  /** Name of the body; default: the world's first. */
  body?: string;
  /** View that colours show, such as `strain`; default: the body's own colours. */
  colour?: string;
  /** Values at the ends of the colour scale; default: those seen so far. */
  range?: readonly [number, number];
  /** A material that replaces the default one. */
  children?: ReactNode;
}

/** A sheet of a world. */
export function Sheet({ world, body, ...rest }: BodyProps): ReactElement {
  const name = body ?? world.bodies[0].name;
  const mesh = useMemo(() => new SheetMesh(worldBody(world, name)), [world, name]);
  return useDrawn(mesh, rest);
}

export interface MatterProps extends BodyProps, Pick<MatterMeshOptions, 'style'> {}

/** Matter of a world, as the surface around its particles. */
export function Matter({ world, body, style, ...rest }: MatterProps): ReactElement {
  const name = body ?? world.bodies[0].name;
  const mesh = useMemo(() => new MatterMesh(worldBody(world, name), { style }), [world, name, style]);
  return useDrawn(mesh, rest);
}

function useDrawn(
  mesh: SheetMesh | MatterMesh,
  { colour, range, children, ...rest }: Omit<BodyProps, 'world' | 'body'>,
): ReactElement {
  const [low, high] = range ?? [];
  useLayoutEffect(
    () => mesh.colourBy(colour, low === undefined || high === undefined ? undefined : [low, high]),
    [mesh, colour, low, high],
  );
  useFrame(() => mesh.update());
  useEffect(() => () => mesh.dispose(), [mesh]);
  return createElement('primitive', { ...rest, object: mesh }, children);
}

export interface ClothProps
  extends SteppingOptions,
    Omit<ClothOptions, 'name'>,
    Omit<BodyProps, 'world' | 'body'> {
  /** Sections of the scene besides its bodies, such as wind and colliders. */
  scene?: Pick<SceneInput, 'gravity' | 'air' | 'contact' | 'dt' | 'seed' | 'colliders'>;
}

/** A cloth with a simulation of its own, as `addCloth` makes it. A change of its options makes another simulation. */
export function Cloth({
  paused,
  onStep,
  scene,
  colour,
  range,
  children,
  ...cloth
}: ClothProps): ReactElement {
  const key = JSON.stringify({ scene, cloth });
  const sim = useMemo(() => clothSimulation(JSON.parse(key)), [key]);
  const world = useStepped(sim, { paused, onStep });
  return createElement(Sheet, { world, colour, range }, children);
}

function clothSimulation({
  scene = {},
  cloth,
}: Pick<ClothProps, 'scene'> & { cloth: ClothOptions }): Simulation {
  const { colliders = [], ...settings } = scene;
  const sim = new Simulation(settings);
  for (const { shape, ...options } of colliders) sim.addCollider(shape, options);
  sim.addCloth({ name: 'cloth', ...cloth });
  return sim;
}
