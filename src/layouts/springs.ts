/** Records of springs, bending and measures of elongation: src/forces, src/models/adaptive-grid and kernels/assembly/springs. */
import type { Layout } from './layout.ts';

export const springRun: Layout = {
  about: 'A run of springs: spring s of it joins particles A + s and B + s.',
  fields: {
    A: ['i32', 'index', 'First particle on one side.'],
    B: ['i32', 'index', 'First particle on the other side.'],
    COUNT: ['i32', '', 'Springs.'],
    FIRST: ['i32', 'index', 'First spring.'],
  },
};

export const elongation: Layout = {
  about: 'Energy and elongation of springs or triangles.',
  fields: {
    ENERGY: ['f64', 'J', 'Elastic energy.'],
    SUM: ['f64', '1', 'Sum of the absolute strains.'],
    LARGEST: ['f64', '1', 'Largest absolute strain.'],
    COUNT: ['f64', '', 'Number of strains summed.'],
  },
};

export const dissipation: Layout = {
  about: 'Energy lost in springs.',
  fields: {
    YIELD: ['f64', 'J', 'Energy lost in plastic flow.'],
    RUPTURE: ['f64', 'J', 'Energy lost in rupture.'],
  },
};

export const netNode: Layout = {
  about: 'Position and velocity of a mass or a virtual point, in pairs for f64x2.',
  fields: {
    X: ['f64', 'm', 'x.'],
    Y: ['f64', 'm', 'y.'],
    Z: ['f64', 'm', 'z.'],
    U: ['f64', 'm/s', 'Velocity along x.'],
    V: ['f64', 'm/s', 'Velocity along y.'],
    W: ['f64', 'm/s', 'Velocity along z.'],
  },
};

export const netLoad: Layout = {
  about: 'Force on a mass or a virtual point, in pairs for f64x2.',
  fields: {
    X: ['f64', 'N', 'Force along x.'],
    Y: ['f64', 'N', 'Force along y.'],
    Z: ['f64', 'N', 'Force along z.'],
    ZERO: ['f64', '', '0.'],
  },
};

export const bendPoints: Layout = {
  about: 'Three points in a row that resist bending.',
  fields: {
    BEFORE: ['i32', 'index', 'Point on one side.'],
    MIDDLE: ['i32', 'index', 'Point in the middle.'],
    AFTER: ['i32', 'index', 'Point on the other side.'],
  },
};
