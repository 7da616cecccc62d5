/** Keys that turn, move and zoom the view. With a tool in hand the arrows belong to the tool. */
import type { WorkbenchContext } from '../workbench-context.ts';

/** Per press: degrees, share of the view's height, factor of the distance. */
const TURN = 7.5;
const MOVE = 0.05;
const NEAR = 0.87;

const WAYS: readonly (readonly [string, string, number, number])[] = [
  ['ArrowLeft', 'left', -1, 0],
  ['ArrowRight', 'right', 1, 0],
  ['ArrowUp', 'up', 0, 1],
  ['ArrowDown', 'down', 0, -1],
];

export function addViewKeys(bench: WorkbenchContext): void {
  const group = 'View';
  const isOn = () => bench.state.tool.value === 'look';
  for (const [key, name, x, y] of WAYS) {
    bench.keys.add(
      {
        key,
        label: `Turn the view ${name}`,
        group,
        isOn,
        act: () => bench.stage?.turn(x * TURN, y * TURN),
      },
      {
        key: `Shift+${key}`,
        label: `Move the view ${name}`,
        group,
        isOn,
        act: () => bench.stage?.move(x * MOVE, y * MOVE),
      },
    );
  }
  bench.keys.add(
    { key: 'PageUp', label: 'Zoom in', group, act: () => bench.stage?.near(NEAR) },
    { key: 'PageDown', label: 'Zoom out', group, act: () => bench.stage?.near(1 / NEAR) },
  );
}
