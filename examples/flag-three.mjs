/** A flag in the wind in a three.js page. In a page it draws; anywhere else it only makes the scene. */
import { buildScene, parseScene, step } from 'pliant';
import { SheetMesh, worldBody } from 'pliant/three';
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

const flagScene = parseScene({
  format: 1,
  id: 'flag',
  air: { wind: [6, 0, 1.5] },
  bodies: [
    { name: 'flag', model: 'provot-sheet', size: [1.2, 0.8], points: [25, 17], pins: [{ at: 'left' }] },
  ],
});

export function makeFlag() {
  const world = buildScene(flagScene);
  const flag = new SheetMesh(
    worldBody(world, 'flag'),
    new MeshStandardMaterial({ color: 'crimson', side: DoubleSide }),
  );
  const scene = new Scene();
  scene.background = new Color('#dfe6ee');
  scene.add(flag, new HemisphereLight('white', 'gray', 2), new DirectionalLight('white', 2));
  const advance = () => {
    step(world, flagScene.dt);
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
  renderer.setAnimationLoop(() => {
    advance();
    renderer.render(scene, camera);
  });
}
