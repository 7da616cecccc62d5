/**
 * Materials whose colours show a view. A part of the light on them is the same everywhere, so that a colour is recognised
 * in the shade; the rest still shows the shape.
 */
import { DoubleSide, type IUniform, MeshStandardMaterial } from 'three';

/** Share of the light that is even on surfaces coloured by a view. */
export const EVEN = 0.5;

/** Returns the material of sheets coloured by a view. */
export function paintedMaterial(): MeshStandardMaterial {
  const material = new MeshStandardMaterial({
    vertexColors: true,
    roughness: 0.85,
    side: DoubleSide,
    // Drawn slightly deeper, so that lines on the surface are not hidden by it.
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 4,
  });
  evenLight(material).value = EVEN;
  return material;
}

/** Adds even light to a material and returns the uniform with its share, initially 0. */
export function evenLight(material: MeshStandardMaterial): IUniform<number> {
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
