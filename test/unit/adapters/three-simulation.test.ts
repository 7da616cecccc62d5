/** Bodies of a simulation in a three.js scene, and meshes of the scene as its colliders. */
import { Simulation } from 'pliant';
import { colliderFrom, MatterMesh, SheetMesh } from 'pliant/three';
import { BoxGeometry, Group, Mesh, Object3D, SphereGeometry } from 'three';
import { describe, expect, it } from 'vitest';

describe('pliant/three with a simulation', () => {
  it('a mesh follows its body through edits of the simulation', () => {
    const sim = new Simulation();
    const cloth = sim.addCloth({ size: [0.2, 0.2], cells: [4, 4], position: [0, 1, 0] });
    const mesh = new SheetMesh(cloth);
    const height = () => mesh.geometry.getAttribute('position').getY(0);
    expect(height()).toBeCloseTo(1);
    sim.advance(0.2);
    sim.addCollider({ kind: 'plane' });
    sim.addMatter({ shape: { kind: 'sphere', radius: 0.05 }, spacing: 0.03, position: [1, 1, 0] });
    sim.advance(0.1);
    mesh.update();
    expect(height()).toBeCloseTo(cloth.positions[1], 6);
    expect(height()).toBeLessThan(0.9);
    const block = new MatterMesh(sim.bodies[1]);
    expect(block.geometry.drawRange.count).toBeGreaterThan(100);
    expect(() => new MatterMesh(cloth)).toThrow(/Use SheetMesh/);
  });

  it('a table of the scene holds a cloth, where the scene has it', () => {
    const table = new Group();
    const top = new Mesh(new BoxGeometry(1, 0.1, 1));
    const hidden = new Mesh(new SphereGeometry(9));
    hidden.visible = false;
    table.add(top, hidden);
    table.position.set(0, 0.5, 0);
    table.scale.setScalar(2);
    const shape = colliderFrom(table);
    if (shape.kind !== 'mesh') throw new Error('not a mesh');
    expect([shape.vertices?.length, shape.triangles?.length]).toEqual([8, 12]); // joined corners of its sides
    expect(Math.max(...(shape.vertices ?? []).map(([, y]) => y))).toBeCloseTo(0.6);
    const sim = new Simulation();
    sim.addCollider(shape, { friction: 0.4 });
    const cloth = sim.addCloth({ size: [0.4, 0.4], cells: [6, 6], position: [0, 0.65, 0] });
    sim.advance(0.5);
    for (let i = 1; i < cloth.positions.length; i += 3) expect(cloth.positions[i]).toBeGreaterThan(0.599);
    expect(cloth.positions[1]).toBeLessThan(0.61);
    expect(() => colliderFrom(new Object3D())).toThrow(/no visible triangles/);
  });
});
