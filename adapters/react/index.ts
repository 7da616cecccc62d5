/**
 * `pliant/react`: sheets and matter for React Three Fiber. React, three and @react-three/fiber are the page's own.
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
import { buildScene, parseScene, type SceneInput, type StepReport, step, type World } from 'pliant';
import { MatterMesh, type MatterMeshOptions, SheetMesh, worldBody } from 'pliant/three';
import { createElement, type ReactElement, type ReactNode, useEffect, useMemo, useRef } from 'react';

/** Steps made up for after a pause, at most: a page that slept does not race to catch up. */
const MOST_STEPS = 4;

export interface UseWorldOptions {
  /** Stands still where true. */
  paused?: boolean;
  /** Called after every step. */
  onStep?: (report: StepReport, world: World) => void;
}

/** A world of the scene, stepped with the page's frames in the scene's own steps. It is built anew for another scene. */
export function useWorld(scene: SceneInput, { paused = false, onStep }: UseWorldOptions = {}): World {
  const key = JSON.stringify(scene);
  const made = useMemo(() => {
    const parsed = parseScene(JSON.parse(key));
    return { world: buildScene(parsed), dt: parsed.dt };
  }, [key]);
  const late = useRef(0);
  useFrame((_, delta) => {
    if (paused || made.world.fault) return;
    late.current = Math.min(late.current + delta, MOST_STEPS * made.dt);
    // A little early is on time: frames of 1/60 s and steps of 1/60 s should not miss each other.
    for (; late.current >= 0.99 * made.dt && !made.world.fault; late.current -= made.dt) {
      const report = step(made.world, made.dt);
      onStep?.(report, made.world);
    }
  });
  return made.world;
}

export interface BodyProps {
  world: World;
  /** Name of the body; the world's first where left out. */
  body?: string;
  /** A material as a child takes the place of the usual one. */
  children?: ReactNode;
}

/** A sheet of a world. */
export function Sheet({ world, body, children, ...rest }: BodyProps): ReactElement {
  const name = body ?? world.bodies[0].name;
  const mesh = useMemo(() => new SheetMesh(worldBody(world, name)), [world, name]);
  return useDrawn(mesh, rest, children);
}

export interface MatterProps extends BodyProps, Omit<MatterMeshOptions, 'material'> {}

/** Matter of a world, as the surface around its particles. */
export function Matter({ world, body, style, temperatures, children, ...rest }: MatterProps): ReactElement {
  const name = body ?? world.bodies[0].name;
  const [low, high] = temperatures ?? [];
  const mesh = useMemo(() => {
    const range = low === undefined || high === undefined ? undefined : ([low, high] as const);
    return new MatterMesh(worldBody(world, name), { style, ...(range && { temperatures: range }) });
  }, [world, name, style, low, high]);
  return useDrawn(mesh, rest, children);
}

function useDrawn(mesh: SheetMesh | MatterMesh, rest: object, children: ReactNode): ReactElement {
  useFrame(() => mesh.update());
  useEffect(() => () => mesh.dispose(), [mesh]);
  return createElement('primitive', { ...rest, object: mesh }, children);
}

export interface ClothProps extends UseWorldOptions {
  /** m */
  size?: readonly [number, number];
  /** Masses along and across. */
  points?: readonly [number, number];
  pins?: Extract<NonNullable<SceneInput['bodies']>[number], { model: 'provot-sheet' }>['pins'];
  /** Everything else of the scene, such as wind and colliders. */
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
