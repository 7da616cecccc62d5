/** The toolbar at the left edge, with the settings of the chosen tool beside it. */

import { h, icon } from '../elements.ts';
import { compact } from '../numbers.ts';
import type { Part, ToolName, WorkbenchContext } from '../workbench-context.ts';
import { CommandQueue } from './command-queue.ts';
import { toolHint } from './tool-hint.ts';
import { placeOn, SLIDERS, SWITCHES, type ToolSettings, toolSettings, valueAt } from './tool-settings.ts';
import { TOOLS, type Tool, toolOf } from './tool-table.ts';
import { extent } from './tool-target.ts';
import { ToolUse } from './tool-use.ts';
import './tools.css';

/** Factor by which a key enlarges the radius. */
const LARGER = 1.25;

export function toolsPart(bench: WorkbenchContext): Part {
  const { state, keys, effect } = bench;
  const settings = toolSettings();
  const shop = { bench, settings, commands: new CommandQueue(bench) };
  const use = new ToolUse(shop);
  const buttons = TOOLS.map((tool) => toolButton(bench, tool));
  const rows = Object.fromEntries(
    (Object.keys(settings) as (keyof ToolSettings)[]).map((name) => [
      name,
      settingRow(bench, settings, name),
    ]),
  ) as Record<keyof ToolSettings, HTMLElement>;
  const options = h('div', { class: 'panel tool-options', hidden: true });
  effect(() => {
    const tool = toolOf(state.tool.value);
    TOOLS.forEach(({ name }, i) => {
      buttons[i].setAttribute('aria-pressed', String(name === tool.name));
    });
    options.hidden = tool.name === 'look';
    options.setAttribute('aria-label', `Settings: ${tool.title}`);
    options.replaceChildren(
      h('h2', {}, tool.title),
      h('p', {}, tool.about),
      ...tool.settings.map((name) => rows[name]),
    );
  });
  effect(() => {
    const tool = toolOf(state.tool.value);
    const isHeld = use.gesture.value !== undefined;
    void bench.view.value; // the canvas exists from the first view on
    if (bench.stage)
      bench.stage.canvas.style.cursor = isHeld && tool.name === 'grab' ? 'grabbing' : tool.cursor;
  });
  const group = 'Tools';
  const scale = (by: number) => {
    settings.radius.value = valueAt(SLIDERS.radius, placeOn(SLIDERS.radius, settings.radius.value * by));
  };
  keys.add(
    { key: '[', label: 'A smaller tool', group, act: () => scale(1 / LARGER) },
    { key: ']', label: 'A larger tool', group, act: () => scale(LARGER) },
  );
  const rail = h(
    'div',
    { class: 'panel tool-buttons', role: 'toolbar', 'aria-label': 'Tools', 'aria-orientation': 'vertical' },
    ...buttons,
  );
  // The hint covers the page, so it is not inside the toolbar, which is positioned.
  const element = h(
    'section',
    { class: 'tools-layer', 'aria-label': 'Tools' },
    toolHint(shop, use),
    h('div', { class: 'tools' }, rail, options),
  );
  return { element };
}

function toolButton(
  { state, keys }: WorkbenchContext,
  { name, title, key, icon: picture }: Tool,
): HTMLButtonElement {
  const choose = () => {
    // Choosing the same tool again puts it away.
    const next: ToolName = state.tool.value === name ? 'look' : name;
    state.tool.value = next;
  };
  keys.add({ key, label: title, group: 'Tools', act: choose });
  return h(
    'button',
    {
      class: 'tool',
      type: 'button',
      'aria-label': title,
      'aria-pressed': 'false',
      'aria-keyshortcuts': key,
      title: `${title} (${key.toUpperCase()})`,
      onclick: (event) => {
        choose();
        // After a click the user goes on in the view, where Enter belongs to the tool.
        if ((event as MouseEvent).detail > 0) (event.currentTarget as HTMLElement).blur();
      },
    },
    icon(picture),
  );
}

function settingRow(bench: WorkbenchContext, settings: ToolSettings, name: keyof ToolSettings): HTMLElement {
  if (name === 'firm' || name === 'unpins') {
    const box = h('input', {
      type: 'checkbox',
      onchange: () => {
        settings[name].value = box.checked;
      },
    });
    return h('label', { class: 'tool-switch' }, box, SWITCHES[name]);
  }
  const slider = SLIDERS[name];
  const output = h('output', { class: 'numbers' });
  const input = h('input', {
    type: 'range',
    min: 0,
    max: 1,
    step: 0.005,
    oninput: () => {
      settings[name].value = valueAt(slider, input.valueAsNumber);
    },
  });
  bench.effect(() => {
    const { value } = settings[name];
    const text = settingText(bench, name, value);
    input.value = String(placeOn(slider, value));
    output.textContent = text;
    input.setAttribute('aria-valuetext', text);
  });
  return h('label', { class: 'tool-slider' }, h('span', {}, slider.label), input, output);
}

function settingText(
  bench: WorkbenchContext,
  name: 'radius' | 'temperature' | 'speed' | 'mass',
  value: number,
): string {
  const size = 2 * extent(bench).radius;
  switch (name) {
    case 'radius':
      return `${compact(100 * size * value)} cm`;
    case 'temperature':
      return `${Math.round(value)} °C`;
    case 'speed':
      return `${compact(value)} m/s`;
    case 'mass':
      return `${Math.round(value)} kg/m³`;
  }
}
