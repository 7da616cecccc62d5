/**
 * MuJoCo in WebAssembly: a two-dimensional flex of triangles, constant-strain with bending, integrated implicitly (its
 * `discrete` integrator, metric M + hD + h²K, solved by conjugate gradients).
 *
 * Default is its own sample of cloths on a ball: E·thickness = 20 N/m and a step of 2 ms (here 8 per frame). Stiff is 30
 * times as stiff at one step per frame: being implicit it stays stable, and its sheets do not stretch more with the long
 * step. Contact is that of the sample: passive, a stiff force within the metric.
 *
 * Every particle is a body with three joints, and each one added costs the model compiler a walk over all earlier ones; at
 * n = 129 that takes 106 s, and the collision stage then needs 554 MB. Such sizes are not run.
 */
import type { MainModule } from '@mujoco/mujoco';
import { installedVersion, type Peer, type PeerRun, type Setting, silent } from './peer.ts';
import { density, frameTime, gravity, type Scenario, side, spacing } from './scenario.ts';

interface Solver {
  steps: number; // per frame
  young: number; // Pa, at a thickness of 1 mm
}

const solvers: Record<Setting, Solver> = {
  default: { steps: 8, young: 2e4 },
  stiff: { steps: 1, young: 6e5 },
};

export const mujoco: Peer = {
  name: 'MuJoCo',
  version: installedVersion('@mujoco/mujoco'),
  licence: 'Apache-2.0',
  settings: ['default', 'stiff'],
  about: (setting) =>
    `flex, implicit, E·thickness ${solvers[setting].young * 1e-3} N/m, ${solvers[setting].steps} × 1/${60 * solvers[setting].steps} s a frame`,
  tooLarge: (n) => (n > 100 ? '106 s to compile the model of 129×129, measured apart' : undefined),
  async create(scenario, n, setting) {
    return build(await load(), scenario, n, solvers[setting]);
  },
};

let library: Promise<MainModule> | undefined;

function load(): Promise<MainModule> {
  library ??= import('@mujoco/mujoco').then(({ default: init }) => init({ ...silent }));
  return library;
}

/** The grid is made in its x–y plane and rotated into x–z; its row y = 0 is our row 0. */
function describe({ sphere, pinned, height }: Scenario, n: number, { steps, young }: Solver): string {
  const d = spacing(n);
  const friction = sphere?.friction ?? 0;
  return `<mujoco>
  <option timestep="${frameTime / steps}" gravity="0 ${-gravity} 0" integrator="discrete" solver="CG" tolerance="1e-6"/>
  <size memory="200M"/>
  <worldbody>
    ${sphere ? `<geom type="sphere" size="${sphere.radius}" pos="${sphere.centre.join(' ')}" friction="${friction}"/>` : ''}
    <flexcomp name="sheet" type="grid" dim="2" count="${n} ${n} 1" spacing="${d} ${d} ${d}" mass="${density * side * side}"
              pos="0 ${height} 0" quat="${Math.SQRT1_2} ${Math.SQRT1_2} 0 0" radius="${Math.min(0.004, 0.4 * d)}">
      <contact selfcollide="none" internal="false" passive="true" condim="3" friction="${friction}" solref="0.01 1" solimp=".95 .99 .0001"/>
      <elasticity young="${young}" poisson=".2" thickness="1e-3" elastic2d="both" damping="1e-4"/>
      ${pinned ? `<pin grid="0 0 ${n - 1} 0"/>` : ''}
    </flexcomp>
  </worldbody>
</mujoco>`;
}

function build(M: MainModule, scenario: Scenario, n: number, solver: Solver): PeerRun {
  const model = M.MjModel.from_xml_string(describe(scenario, n, solver));
  const data = new M.MjData(model);
  M.mj_forward(model, data);
  const vertexOf = gridOrder(data.flexvert_xpos as Float64Array, n);
  return {
    frame() {
      for (let i = 0; i < solver.steps; i++) M.mj_step(model, data);
    },
    positions(out) {
      const x = data.flexvert_xpos as Float64Array; // positions at the beginning of the last step
      for (let k = 0; k < n * n; k++) {
        for (let axis = 0; axis < 3; axis++) out[3 * k + axis] = x[3 * vertexOf[k] + axis];
      }
    },
    dispose() {
      data.delete();
      model.delete();
    },
  };
}

/** Vertex of each of our particles, by its rest position. */
function gridOrder(x: Float64Array, n: number): Int32Array {
  const order = new Int32Array(n * n);
  const index = (coordinate: number) => Math.round((coordinate / side + 0.5) * (n - 1));
  for (let vertex = 0; vertex < n * n; vertex++) {
    order[index(x[3 * vertex + 2]) * n + index(x[3 * vertex])] = vertex;
  }
  return order;
}
