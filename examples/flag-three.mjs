/** A flag in the wind in a three.js page. In a page it draws; elsewhere it only makes the scene. */
import { Simulation } from 'pliant';
import { SheetMesh } from 'pliant/three';
import {
  Color,
  DirectionalLight,
  DoubleSide,
  HemisphereLight,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';

export function makeFlag() {
  const sim = new Simulation({ air: { wind: [6, 0, 1.5], gust: 0.3 } });
  const body = sim.addCloth({ size: [1.2, 0.8], fabric: 'cotton', pins: [{ at: 'left' }] });
  const flag = new SheetMesh(body, new MeshStandardMaterial({ color: 'crimson', side: DoubleSide }));
  const scene = new Scene();
  scene.background = new Color('#dfe6ee');
  scene.add(flag, new HemisphereLight('white', 'gray', 2), new DirectionalLight('white', 2));
  const advance = (seconds) => {
    sim.advance(Math.min(seconds, 0.1)); // a page that was hidden does not catch up
    flag.update();
  };
  return { scene, flag, advance };
}

if (globalThis.document) {
  const { scene, advance } = makeFlag();
  const camera = new PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 20);
  camera.position.set(0.3, 0.2, 2.5);
  const renderer = new WebGLRenderer({ antialias: true });
  renderer.setSize(innerWidth, innerHeight);
  document.body.append(renderer.domElement);
  let last;
  renderer.setAnimationLoop((now) => {
    advance((now - (last ?? now)) / 1000);
    last = now;
    renderer.render(scene, camera);
  });
}
