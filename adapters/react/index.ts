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
import { type SceneInput, Simulation, type StepReport, type World } from 'pliant';
import { MatterMesh, type MatterMeshOptions, SheetMesh, worldBody } from 'pliant/three';
import { createElement, type ReactElement, type ReactNode, useEffect, useMemo } from 'react';

/** Most steps for one frame of the page: one that was suspended does not catch up. */
const MOST_STEPS = 4;

export interface UseWorldOptions {
  /** Default: false. */
  paused?: boolean;
  /** Called after every step. */
  onStep?: (report: StepReport, world: World) => void;
}

/** Returns a world of the scene, stepped with the page's frames in steps of the scene's own. Another scene makes another world. */
export function useWorld(scene: SceneInput, { paused = false, onStep }: UseWorldOptions = {}): World {
  const key = JSON.stringify(scene);
  const sim = useMemo(() => Simulation.fromScene(JSON.parse(key)), [key]);
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
  useMemo(
    () => mesh.colourBy(colour, low === undefined || high === undefined ? undefined : [low, high]),
    [mesh, colour, low, high],
  );
  useFrame(() => mesh.update());
  useEffect(() => () => mesh.dispose(), [mesh]);
  return createElement('primitive', { ...rest, object: mesh }, children);
}

export interface ClothProps extends UseWorldOptions {
  /** Width and height, m. */
  size?: readonly [number, number];
  /** Particles along and across. */
  points?: readonly [number, number];
  pins?: Extract<NonNullable<SceneInput['bodies']>[number], { model: 'provot-sheet' }>['pins'];
  /** The rest of the scene, such as wind and colliders. */
  scene?: Partial<Omit<SceneInput, 'bodies'>>;
  children?: ReactNode;
}

/** A cloth with a world of its own. */
export function Cloth({
  size = [1, 1],
  points = [25, 25],
  pins,
  scene,
  children,
  ...options
}: ClothProps): ReactElement {
  const sheet = { name: 'cloth', model: 'provot-sheet', size, points, ...(pins && { pins }) };
  const whole = { format: 1, id: 'cloth', seconds: 1, ...scene, bodies: [sheet] } as unknown as SceneInput;
  const world = useWorld(whole, options);
  return createElement(Sheet, { world }, children);
}
