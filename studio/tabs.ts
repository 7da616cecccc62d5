/** The tabs of the workbench, in their order. */
import type { Tab } from './sidebar.ts';

export const TABS: readonly Tab[] = [
  {
    id: 'readings',
    title: 'Readings',
    icon: 'readings',
    key: 'r',
    make: async (bench) => (await import('./readings-panel.ts')).readings(bench),
  },
  {
    id: 'scene',
    title: 'Scene',
    icon: 'scene',
    key: 's',
    make: async (bench) => (await import('./panels/scene-part.ts')).scenePart(bench),
  },
  {
    id: 'look',
    title: 'Look',
    icon: 'look',
    key: 'v',
    make: async (bench) => (await import('./look/look-part.ts')).lookPart(bench),
  },
  {
    id: 'plots',
    title: 'Plots',
    icon: 'plots',
    key: 'p',
    make: async (bench) => (await import('./plots/plots-part.ts')).plotsPart(bench),
  },
  {
    id: 'compare',
    title: 'Compare',
    icon: 'compare',
    key: 'a',
    make: async (bench) => (await import('./compare/compare-part.ts')).comparePart(bench),
  },
  {
    id: 'files',
    title: 'Files',
    icon: 'files',
    key: 'x',
    make: async (bench) => (await import('./files/files-part.ts')).filesPart(bench),
  },
];
