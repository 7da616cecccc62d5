/**
 * Surfaces painted by numbers. A colour that tells a number must be known again in the shade: a part of the light on it is
 * the same everywhere, and the rest still shows its shape.
 */
import { DoubleSide, type IUniform, type MeshPhysicalMaterial, MeshStandardMaterial } from 'three';

export type PaintedMaterial = MeshStandardMaterial;

/** Part of the light that is even, on what is painted by numbers. */
export const EVEN = 0.5;

export function paintedMaterial(): PaintedMaterial {
  // A little deeper than it is, so that lines in it are seen whole.
  const material = new MeshStandardMaterial({
    vertexColors: true,
    roughness: 0.85,
    side: DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 4,
  });
  evenLight(material).value = EVEN;
  return material;
}

/** The part of the light on the material that is the same everywhere, to be set. */
export function evenLight(material: MeshStandardMaterial | MeshPhysicalMaterial): IUniform<number> {
  const even = { value: 0 };
  material.onBeforeCompile = (shader) => {
    shader.uniforms.even = even;
    shader.fragmentShader = `uniform float even;\n${shader.fragmentShader}`.replace(
      '#include <emissivemap_fragment>',
      `#include <emissivemap_fragment>
      totalEmissiveRadiance += even * diffuseColor.rgb;
      diffuseColor.rgb *= 1.0 - even;`,
    );
  };
  return even;
}
