/** Writes the mesh files that scenes name, from the code that makes them. Needs `tsc -b` before. */
import { writeFileSync } from 'node:fs';
import { Document, NodeIO } from '@gltf-transform/core';
import { knottedRibbonObj } from '../dist/scenes/knot.js';
import { flaredSkirtObj, walkingMannequin } from '../dist/scenes/mannequin.js';
import { dressFormObj, shirtObj } from '../dist/scenes/shirt.js';
import { skirtObj } from '../dist/scenes/skirt.js';

const at = (name) => new URL(`../scenes/${name}`, import.meta.url);
writeFileSync(at('skirt.obj'), skirtObj());
writeFileSync(at('flared-skirt.obj'), flaredSkirtObj());
writeFileSync(at('knotted-ribbon.obj'), knottedRibbonObj());
writeFileSync(at('shirt.obj'), shirtObj());
writeFileSync(at('dress-form.obj'), dressFormObj());
writeFileSync(at('mannequin.glb'), await mannequinGlb());

/** A morph target for each of twenty keys a second, of positions only. */
async function mannequinGlb() {
  const { positions, triangles, clips } = walkingMannequin();
  const [{ name, keys }] = clips;
  const { times, places } = keys(20);
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type, array) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setIndices(accessor('SCALAR', Uint16Array.from(triangles)))
    .setAttribute('POSITION', accessor('VEC3', Float32Array.from(positions)));
  for (const place of places.slice(0, -1)) {
    const difference = Float32Array.from(place, (c, i) => c - positions[i]);
    primitive.addTarget(
      document.createPrimitiveTarget().setAttribute('POSITION', accessor('VEC3', difference)),
    );
  }
  const count = places.length - 1;
  const mesh = document.createMesh('mannequin').addPrimitive(primitive).setWeights(new Array(count).fill(0));
  const node = document.createNode('mannequin').setMesh(mesh);
  document.createScene('mannequin').addChild(node);
  // The last key is the first again.
  const weights = new Float32Array(times.length * count);
  times.forEach((_, k) => {
    weights[k * count + (k % count)] = 1;
  });
  const sampler = document
    .createAnimationSampler()
    .setInput(accessor('SCALAR', Float32Array.from(times)))
    .setOutput(accessor('SCALAR', weights));
  const channel = document
    .createAnimationChannel()
    .setTargetNode(node)
    .setTargetPath('weights')
    .setSampler(sampler);
  document.createAnimation(name).addSampler(sampler).addChannel(channel);
  return new NodeIO().writeBinary(document);
}
