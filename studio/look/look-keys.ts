/** Keys that change how a run is drawn. */
import type { ViewName } from '../view/camera-rig.ts';
import type { Look } from './look.ts';
import { LAYERS, MATTER_STYLES, STAGES } from './look-choices.ts';
import type { LookContext } from './look-context.ts';
import './look.css';

const VIEWS: readonly (readonly [string, ViewName, string])[] = [
  ['1', 'front', 'From the front'],
  ['2', 'right', 'From the right'],
  ['3', 'top', 'From above'],
  ['4', 'corner', 'From the corner (default)'],
  ['5', 'back', 'From behind'],
  ['6', 'left', 'From the left'],
];

export function addLookKeys(bench: LookContext): void {
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
  const flip = (key: 'wireframe' | 'springs' | 'particles' | 'smooth' | 'orthographic') =>
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
    { key: 'u', label: 'Next stage', group: 'View', act: () => next('stage', STAGES) },
    { key: 'c', label: 'Next colouring', group, act: nextColour },
    { key: 'l', label: 'Refinement levels', group, act: levels },
    { key: 'm', label: 'Next style of matter', group, act: () => next('matter', MATTER_STYLES) },
    { key: 'w', label: 'Wireframe', group, act: () => flip('wireframe') },
    { key: 'e', label: 'Springs and bonds', group, act: () => flip('springs') },
    { key: 'j', label: 'Particles', group, act: () => flip('particles') },
    { key: 'n', label: 'Smooth surface (NURBS)', group, act: () => flip('smooth') },
    { key: 'y', label: 'Layers: top, bottom, all', group, act: () => next('layers', LAYERS) },
  );
}
