/** Loads @gltf-transform/core, an optional dependency that decodes and writes GLB files, with the first such file. */
import { GlbError } from './glb-chunks.ts';

export async function loadGltfTransform() {
  return import('@gltf-transform/core').catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new GlbError(
      '',
      `GLB files need the package @gltf-transform/core. Install it with: npm install @gltf-transform/core (${why})`,
    );
  });
}
