/** Everything the engine calls; src/kernels/index.ts is the typed door to it. */

export * from './cells';
export * from './bending';
export * from './faces';
export * from './membrane';
export * from './matter';
export * from './net';
export * from './springs';
export * from './vectors';
