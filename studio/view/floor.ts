/**
 * An infinite floor: a pool of light that fades into the page, a faint grid of 10 cm and 1 m, and the shadows on it. It is unlit,
 * so its tone is exactly that of the page.
 */
import { CircleGeometry, Color, Mesh, MeshBasicMaterial, ShadowMaterial } from 'three';
import type { Surroundings } from './palette.ts';

/** Radius of the floor over the size of the run. */
const POOL_REACH = 1.7;
const GROUND_REACH = 30;

export class Floor {
  readonly mesh: Mesh<CircleGeometry, ShadowMaterial>;
  readonly #uniforms = {
    floorColour: { value: new Color() },
    gridColour: { value: new Color() },
    shadowColour: { value: new Color() },
    /** Opacity of the pool of light, the grid and the deepest shadow. */
    strength: { value: [0, 0, 0] },
    /** Radius at which the floor has faded, m. */
    reach: { value: 1 },
    /** 1 for ground up to the horizon, 0 for a pool of light. */
    ground: { value: 0 },
  };

  /** Invisible, and drawn first: hides objects below the floor, which would show through it. */
  readonly #cover: Mesh<CircleGeometry, MeshBasicMaterial>;

  constructor() {
    const geometry = new CircleGeometry(1, 96);
    geometry.rotateX(-Math.PI / 2);
    const hidden = { colorWrite: false, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 8 };
    this.#cover = new Mesh(geometry, new MeshBasicMaterial(hidden));
    const material = new ShadowMaterial({ toneMapped: false });
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.#uniforms);
      shader.vertexShader = `varying vec2 vFloor;\nuniform float reach;\n${shader.vertexShader}`.replace(
        '#include <begin_vertex>',
        '#include <begin_vertex>\ntransformed.xz *= reach;\nvFloor = transformed.xz;',
      );
      shader.fragmentShader = `${PAINT}\n${shader.fragmentShader}`.replace(
        'gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );',
        'gl_FragColor = paintFloor(1.0 - getShadowMask());',
      );
    };
    this.mesh = new Mesh(geometry, material);
    this.mesh.receiveShadow = true;
    // The vertex shader enlarges it, which culling ignores.
    this.mesh.frustumCulled = false;
    this.#cover.renderOrder = -1;
    this.mesh.add(this.#cover);
  }

  /** Sets the colours. `size`: extent of the run, m. */
  dress(surroundings: Surroundings, size: number): void {
    const { floorColour, gridColour, shadowColour, strength, reach, ground } = this.#uniforms;
    floorColour.value.set(surroundings.floor);
    gridColour.value.set(surroundings.grid);
    shadowColour.value.set(surroundings.shadow);
    strength.value = [surroundings.floorStrength, surroundings.gridStrength, surroundings.shadowStrength];
    ground.value = surroundings.isGround ? 1 : 0;
    reach.value = (surroundings.isGround ? GROUND_REACH : POOL_REACH) * size;
    this.#cover.scale.setScalar(reach.value);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#cover.material.dispose();
  }
}

/** Grid lines are a pixel wide at any distance, and fade out where they would be dense. */
const PAINT = /* glsl */ `
varying vec2 vFloor;
uniform vec3 floorColour, gridColour, shadowColour, strength;
uniform float reach, ground;
float noiseOf(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  vec4 h = fract(sin(vec4(dot(i, vec2(127.1, 311.7)), dot(i + vec2(1, 0), vec2(127.1, 311.7)),
    dot(i + vec2(0, 1), vec2(127.1, 311.7)), dot(i + vec2(1, 1), vec2(127.1, 311.7)))) * 43758.5453);
  return mix(mix(h.x, h.y, f.x), mix(h.z, h.w, f.x), f.y);
}
float gridOf(float pitch) {
  vec2 q = vFloor / pitch;
  vec2 w = max(fwidth(q), vec2(1e-6));
  vec2 d = abs(fract(q - 0.5) - 0.5) / w;
  return (1.0 - min(min(d.x, d.y), 1.0)) * (1.0 - smoothstep(0.04, 0.2, max(w.x, w.y)));
}
vec4 paintFloor(float shade) {
  float far = length(vFloor) / reach;
  float line = strength.y * max((1.0 - ground) * 0.45 * gridOf(0.1), gridOf(1.0));
  vec4 colour = vec4(floorColour, strength.x * (1.0 - smoothstep(0.0, 0.9, far)));
  if (ground > 0.5) {
    float rough = 0.3 * noiseOf(1.3 * vFloor) + 0.3 * noiseOf(11.0 * vFloor) + 0.4 * noiseOf(vec2(90.0, 55.0) * vFloor);
    colour = vec4(floorColour * (0.74 + 0.52 * rough), 1.0);
  }
  colour = mix(colour, vec4(gridColour, 1.0), line);
  // On the pool of light a shadow is a darker colour; on ground it darkens the colour.
  vec4 shaded = ground > 0.5 ? vec4(mix(colour.rgb, shadowColour, strength.z), colour.a) : vec4(shadowColour, strength.z);
  colour = mix(colour, shaded, shade);
  colour.a *= 1.0 - smoothstep(mix(0.35, 0.1, ground), 0.95, far);
  return colour;
}`;
