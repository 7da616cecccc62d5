/** GLB files that move: nodes in nodes, skins and morph targets, against where they must be. Written by another library. */
import { Document, WebIO } from '@gltf-transform/core';
import { readGlb } from 'pliant/formats';
import { describe, expect, it } from 'vitest';

const TRIANGLE = Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** A document with one triangle, and what makes accessors in it. */
function triangle() {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: 'SCALAR' | 'VEC3' | 'VEC4' | 'MAT4', array: Float32Array | Uint16Array) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as Float32Array<ArrayBuffer>)
      .setBuffer(buffer);
  const primitive = document.createPrimitive().setAttribute('POSITION', accessor('VEC3', TRIANGLE));
  const mesh = document.createMesh().addPrimitive(primitive);
  const scene = document.createScene();
  const animation = document.createAnimation('move');
  const animate = (
    node: ReturnType<Document['createNode']>,
    path: 'translation' | 'rotation' | 'scale' | 'weights',
    times: number[],
    values: number[],
    way: 'LINEAR' | 'STEP' | 'CUBICSPLINE' = 'LINEAR',
  ) => {
    const type = path === 'rotation' ? 'VEC4' : path === 'weights' ? 'SCALAR' : 'VEC3';
    const sampler = document
      .createAnimationSampler()
      .setInput(accessor('SCALAR', Float32Array.from(times)))
      .setOutput(accessor(type, Float32Array.from(values)))
      .setInterpolation(way);
    const channel = document
      .createAnimationChannel()
      .setTargetNode(node)
      .setTargetPath(path)
      .setSampler(sampler);
    animation.addSampler(sampler).addChannel(channel);
  };
  const read = async () => readGlb(await new WebIO().writeBinary(document));
  return { document, accessor, primitive, mesh, scene, animate, read };
}

function near(places: ArrayLike<number>, expected: number[], digits = 6): void {
  expect(places).toHaveLength(expected.length);
  expected.forEach((c, i) => {
    expect(places[i], `number ${i}`).toBeCloseTo(c, digits);
  });
}

const half = Math.SQRT1_2;

describe('a GLB at rest', () => {
  it('has its nodes where their parents put them: scaled, turned, shifted, in this order', async () => {
    const { document, mesh, scene, read } = triangle();
    const inner = document.createNode().setMesh(mesh).setScale([2, 1, 1]).setTranslation([0, 0, 1]);
    // A quarter turn about z, and a mirror above it.
    const middle = document
      .createNode()
      .setRotation([0, 0, half, half])
      .setTranslation([10, 0, 0])
      .addChild(inner);
    scene.addChild(document.createNode().setScale([-1, 3, 1]).addChild(middle));
    const { positions, triangles } = await read();
    // (x, y, z) → (2x, y, z + 1) → (−y + 10, 2x, z + 1) → (y − 10, 6x, z + 1)
    near(positions, [-10, 6, 1, -9, 0, 1, -10, 0, 2]);
    expect([...triangles]).toEqual([0, 2, 1]); // its front stays its front
  });

  it('with a skin is where its joints have it, whatever its node says', async () => {
    const { document, accessor, primitive, mesh, scene, read } = triangle();
    primitive.setAttribute('JOINTS_0', accessor('VEC4', Uint16Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0)));
    primitive.setAttribute(
      'WEIGHTS_0',
      accessor('VEC4', Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0.25, 0.75, 0, 0)),
    );
    const joint = document.createNode().setTranslation([0, 5, 0]);
    const other = document.createNode().setTranslation([4, 0, 0]);
    const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const back = [...identity.slice(0, 12), 0, -1, 0, 1];
    const skin = document
      .createSkin()
      .addJoint(joint)
      .addJoint(other)
      .setInverseBindMatrices(accessor('MAT4', Float32Array.from([...back, ...identity])));
    scene.addChild(document.createNode().setMesh(mesh).setSkin(skin).setTranslation([100, 0, 0]));
    scene.addChild(joint.addChild(other)); // at 4, 5, 0
    near((await read()).positions, [1, 4, 0, 4, 6, 0, 3, 0.25 * 4 + 0.75 * 5, 1]);
  });
});

describe('an animation of a GLB', () => {
  it('moves nodes in moving nodes', async () => {
    const { document, mesh, scene, animate, read } = triangle();
    const arm = document.createNode().setMesh(mesh).setTranslation([2, 0, 0]);
    const shoulder = document.createNode().addChild(arm);
    scene.addChild(shoulder);
    // Half a turn about y in 2 s, by way of a quarter; at the same time the arm grows to twice its size and is raised.
    animate(shoulder, 'rotation', [0, 1, 2], [0, 0, 0, 1, 0, half, 0, half, 0, 1, 0, 0]);
    animate(arm, 'scale', [0, 2], [1, 1, 1, 2, 2, 2]);
    animate(arm, 'translation', [0, 2], [2, 0, 0, 2, 1, 0]);
    const { clips, positions } = await read();
    near(positions, [3, 0, 0, 2, 1, 0, 2, 0, 1]);
    const [clip] = clips!;
    expect([clip.name, clip.seconds]).toEqual(['move', 2]);
    const { times, places } = clip.keys(40);
    expect(times).toHaveLength(81);
    times.forEach((time, k) => {
      const [size, up, angle] = [1 + time / 2, time / 2, (Math.PI / 2) * time];
      const expected = [0, 1, 2].flatMap((v) => {
        const [x, y, z] = [0, 1, 2].map((axis) => size * TRIANGLE[3 * v + axis] + [2, up, 0][axis]);
        return [x * Math.cos(angle) + z * Math.sin(angle), y, z * Math.cos(angle) - x * Math.sin(angle)];
      });
      near(places[k], expected);
    });
  });

  it('steps, and goes along splines', async () => {
    const { document, mesh, scene, animate, read } = triangle();
    const [a, b] = [document.createNode().setMesh(mesh), document.createNode().setMesh(mesh)];
    scene.addChild(a).addChild(b);
    animate(a, 'translation', [0, 0.5], [0, 0, 0, 7, 0, 0], 'STEP');
    // x = t² by its slopes 0 and 2 at its ends.
    animate(b, 'translation', [0, 1], [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 1, 0, 0, 2, 0, 0], 'CUBICSPLINE');
    const { times, places } = (await read()).clips![0].keys(10);
    times.forEach((time, k) => {
      expect(places[k][0]).toBe(time < 0.5 ? 1 : 8);
      expect(places[k][9]).toBeCloseTo(1 + time * time, 6);
    });
  });

  it('bends a skin by its joints', async () => {
    const { document, accessor, primitive, mesh, scene, animate, read } = triangle();
    primitive.setAttribute('JOINTS_0', accessor('VEC4', Uint16Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0)));
    primitive.setAttribute(
      'WEIGHTS_0',
      accessor('VEC4', Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0)),
    );
    const [root, tip] = [document.createNode(), document.createNode()];
    const skin = document.createSkin().addJoint(root).addJoint(tip);
    scene.addChild(document.createNode().setMesh(mesh).setSkin(skin)).addChild(root.addChild(tip));
    animate(tip, 'rotation', [0, 1], [0, 0, 0, 1, half, 0, 0, half]); // a quarter about x
    const { times, places } = (await read()).clips![0].keys(8);
    times.forEach((time, k) => {
      const [c, s] = [Math.cos((time * Math.PI) / 2), Math.sin((time * Math.PI) / 2)];
      // The second vertex goes with the tip, the third half with each.
      near(places[k], [1, 0, 0, 0, c, s, 0, -s / 2, (1 + c) / 2]);
    });
  });

  it('mixes morph targets', async () => {
    const { document, accessor, primitive, mesh, scene, animate, read } = triangle();
    for (const by of [
      [0, 0, 3, 0, 0, 0, 0, 0, 0],
      [1, 0, 0, 1, 0, 0, 1, 0, 0],
    ])
      primitive.addTarget(
        document.createPrimitiveTarget().setAttribute('POSITION', accessor('VEC3', Float32Array.from(by))),
      );
    mesh.setWeights([0, 1]);
    const node = document.createNode().setMesh(mesh).setTranslation([0, 1, 0]);
    scene.addChild(node);
    animate(node, 'weights', [0, 1], [0, 0, 1, 0.5]);
    const { positions, clips } = await read();
    near(positions, [2, 1, 0, 1, 2, 0, 1, 1, 1]);
    const { places } = clips![0].keys(2);
    near(places[1], [1.25, 1, 1.5, 0.25, 2, 0, 0.25, 1, 1]); // half-way
  });

  it('that is not whole is refused, naming the place', async () => {
    const { document, mesh, scene, animate, read } = triangle();
    const node = document.createNode().setMesh(mesh);
    scene.addChild(node);
    animate(node, 'translation', [0, 1], [0, 0, 0]);
    await expect(read()).rejects.toThrow(
      /animations\[0\]\.channels\[0\]\.sampler: 2 times need 2 values of translation, got 1/,
    );
  });
});
