/** The tools in their order: names, keys and instructions. */

import type { IconName } from '../elements.ts';
import type { ToolName } from '../workbench-context.ts';
import type { ToolSettings } from './tool-settings.ts';

export interface Tool {
  readonly name: ToolName;
  readonly title: string;
  readonly key: string;
  readonly icon: IconName;
  /** Instructions. */
  readonly about: string;
  /** Settings of the tool. */
  readonly settings: readonly (keyof ToolSettings)[];
  /** Cursor in CSS. */
  readonly cursor: string;
}

export const TOOLS: readonly Tool[] = [
  {
    name: 'look',
    title: 'Turn the view',
    key: 'q',
    icon: 'arrow',
    about: 'Drag to turn, with the right button or two fingers to move, wheel or pinch to zoom.',
    settings: [],
    cursor: '',
  },
  {
    name: 'grab',
    title: 'Grab and pull',
    key: 'g',
    icon: 'grab',
    about: 'Press on a body and pull.',
    settings: ['radius', 'firm'],
    cursor: 'grab',
  },
  {
    name: 'pin',
    title: 'Pin and unpin',
    key: 't',
    icon: 'pin',
    about: 'Tap a body to pin it there. Hold Shift to unpin.',
    settings: ['radius', 'unpins'],
    cursor: 'crosshair',
  },
  {
    name: 'heat',
    title: 'Heat gun',
    key: 'h',
    icon: 'heat',
    about: 'Press and hold to blow hot air along the line of sight.',
    settings: ['radius', 'temperature'],
    cursor: 'crosshair',
  },
  {
    name: 'blow',
    title: 'Blower',
    key: 'b',
    icon: 'blow',
    about: 'Press and hold to blow along the line of sight.',
    settings: ['radius', 'speed'],
    cursor: 'crosshair',
  },
  {
    name: 'cut',
    title: 'Knife',
    key: 'k',
    icon: 'cut',
    about: 'Draw a line: everything behind it is cut.',
    settings: [],
    cursor: 'crosshair',
  },
  {
    name: 'drop',
    title: 'Drop a ball',
    key: 'd',
    icon: 'drop',
    about: 'Tap a place to drop a ball on it.',
    settings: ['radius', 'mass'],
    cursor: 'crosshair',
  },
];

export function toolOf(name: ToolName): Tool {
  return TOOLS.find((tool) => tool.name === name) ?? TOOLS[0];
}
