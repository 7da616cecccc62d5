/** The sky of outdoor stages, graded from the zenith to below the horizon. */
import { BufferAttribute, BufferGeometry, Color, Mesh, ShaderMaterial } from 'three';
import type { SkyColours } from './palette.ts';

export class Sky {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;

  constructor() {
    const geometry = new BufferGeometry();
    // One triangle over the whole picture.
    geometry.setAttribute('position', new BufferAttribute(Float32Array.of(-1, -1, 0, 3, -1, 0, -1, 3, 0), 3));
    const material = new ShaderMaterial({
      uniforms: {
        zenith: { value: new Color() },
        horizon: { value: new Color() },
        haze: { value: new Color() },
      },
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -10;
    this.mesh.visible = false;
    this.mesh.raycast = () => {};
  }

  dress(colours: SkyColours | undefined): void {
    this.mesh.visible = colours !== undefined;
    if (!colours) return;
    const { zenith, horizon, haze } = this.mesh.material.uniforms;
    zenith.value.set(colours.zenith);
    horizon.value.set(colours.horizon);
    haze.value.set(colours.haze);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

const VERTEX = /* glsl */ `
varying vec3 vTowards;
void main() {
  vec4 far = inverse(projectionMatrix) * vec4(position.xy, 1.0, 1.0);
  vTowards = transpose(mat3(viewMatrix)) * (far.xyz / far.w);
  gl_Position = vec4(position.xy, 1.0, 1.0);
}`;

const FRAGMENT = /* glsl */ `
varying vec3 vTowards;
uniform vec3 zenith, horizon, haze;
void main() {
  float y = normalize(vTowards).y;
  vec3 colour = y > 0.0 ? mix(horizon, zenith, pow(y, 0.6)) : mix(horizon, haze, min(1.0, -9.0 * y));
  gl_FragColor = vec4(colour, 1.0);
  #include <colorspace_fragment>
}`;
