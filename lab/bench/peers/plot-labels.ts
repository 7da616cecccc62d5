/** Places labels beside marks so that they cover neither marks nor each other. */

export interface Rectangle {
  x: number; // px, left
  y: number; // px, top
  width: number;
  height: number;
}

export interface Label {
  name: string;
  x: number; // px, left end of the baseline
  y: number;
}

const line = 13; // px

/** Tries right, left, above and below each mark, then the same farther out; takes the first free position. */
export function placeLabels(
  wanted: readonly Label[],
  taken: readonly Rectangle[],
  room: { width: number; height: number },
): Label[] {
  const occupied = [...taken];
  return wanted.map(({ name, x, y }) => {
    const width = textWidth(name);
    const boxes = [0, 10, 20].flatMap((away) => [
      { x: x + 10 + away, y: y - 7 },
      { x: x - 10 - away - width, y: y - 7 },
      { x: x - width / 2, y: y - 22 - away },
      { x: x - width / 2, y: y + 9 + away },
      { x: x + 7 + away, y: y - 20 - away },
      { x: x + 7 + away, y: y + 8 + away },
    ]);
    const candidates = boxes.map((box) => ({
      x: Math.min(Math.max(box.x, 4), room.width - 4 - width),
      y: box.y,
      width,
      height: line,
    }));
    const free = (box: Rectangle) => isInside(box, room) && !occupied.some((other) => overlap(box, other));
    const chosen = candidates.find(free) ?? candidates[0];
    occupied.push(chosen);
    return { name, x: chosen.x, y: chosen.y + 10.5 };
  });
}

/** Width in px of a name at 11.5 px in a wide fallback font. */
export function textWidth(name: string): number {
  return [...name].reduce((sum, letter) => sum + (/[mwMW]/.test(letter) ? 11.3 : 7.4), 0);
}

function isInside(box: Rectangle, room: { width: number; height: number }): boolean {
  return (
    box.x >= 2 && box.y >= 2 && box.x + box.width <= room.width - 2 && box.y + box.height <= room.height - 2
  );
}

function overlap(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
