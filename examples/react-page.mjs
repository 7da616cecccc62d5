/** A page of React Three Fiber with a cloth that swings from one corner; `createElement` where a build would have JSX. */
import { Canvas } from '@react-three/fiber';
import { Cloth } from 'pliant/react';
import { createElement } from 'react';

export function Page() {
  return createElement(
    Canvas,
    { camera: { position: [0, 0, 2.2], fov: 40 } },
    createElement('hemisphereLight', { intensity: 2 }),
    createElement('directionalLight', { intensity: 2, position: [1, 2, 3] }),
    createElement(Hanging),
  );
}

export function Hanging() {
  return createElement(
    Cloth,
    { size: [1, 1], fabric: 'cotton', pins: [{ at: 'top-left' }] },
    createElement('meshStandardMaterial', { color: 'steelblue', side: 2 }),
  );
}

if (globalThis.document) {
  const { createRoot } = await import('react-dom/client');
  createRoot(document.body.appendChild(document.createElement('div'))).render(createElement(Page));
}
