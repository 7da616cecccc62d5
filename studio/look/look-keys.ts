/** The keys that change how a run is looked at. */
import type { ViewName } from '../view/camera-rig.ts';
import type { Look } from './look.ts';
import type { LookBench } from './look-bench.ts';
import { LAYERS, MATTER_STYLES, STAGES } from './look-names.ts';
import './look.css';

const VIEWS: readonly (readonly [string, ViewName, string])[] = [
  ['1', 'front', 'From the front'],
  ['2', 'right', 'From the right'],
  ['3', 'top', 'From above'],
  ['4', 'corner', 'From the corner, as at first'],
  ['5', 'back', 'From behind'],
  ['6', 'left', 'From the left'],
];

export function addLookKeys(bench: LookBench): void {
  const { state, keys, view } = bench;
  const set = (change: Partial<Look>) => {
    state.look.value = { ...state.look.value, ...change };
  };
  const next = <K extends 'layers' | 'matter' | 'stage'>(
    key: K,
    names: readonly (readonly [string, string])[],
  ) => {
    const at = names.findIndex(([name]) => name === state.look.value[key]);
    set({ [key]: names[(at + 1) % names.length][0] });
  };
  const flip = (key: 'wireframe' | 'springs' | 'masses' | 'smooth' | 'orthographic') =>
    set({ [key]: !state.look.value[key] });
  const colours = () => ['', ...(state.opened.value?.views ?? []).map(({ name }) => name)];
  const nextColour = () => {
    const names = colours();
    set({ colour: names[(names.indexOf(state.look.value.colour) + 1) % names.length] });
  };
  const levels = () => {
    if (colours().includes('level')) set({ colour: state.look.value.colour === 'level' ? '' : 'level' });
  };
  const group = 'Look';
  keys.add(
    ...VIEWS.map(([key, name, label]) => ({ key, label, group: 'View', act: () => view.value?.frame(name) })),
    { key: '0', label: 'Frame the view', group: 'View', act: () => view.value?.frame() },
    { key: 'f', label: 'Frame the view', group: 'View', act: () => view.value?.frame() },
    { key: 'o', label: 'Orthographic view', group: 'View', act: () => flip('orthographic') },
    { key: 'u', label: 'Another stage', group: 'View', act: () => next('stage', STAGES) },
    { key: 'c', label: 'What colours say', group, act: nextColour },
    { key: 'l', label: 'Levels of refinement', group, act: levels },
    { key: 'm', label: 'How matter is drawn', group, act: () => next('matter', MATTER_STYLES) },
    { key: 'w', label: 'Wireframe', group, act: () => flip('wireframe') },
    { key: 'e', label: 'Springs and bonds', group, act: () => flip('springs') },
    { key: 'j', label: 'Masses', group, act: () => flip('masses') },
    { key: 'n', label: 'Smooth surface (NURBS)', group, act: () => flip('smooth') },
    { key: 'y', label: 'Layers: top, bottom, all', group, act: () => next('layers', LAYERS) },
  );
}
