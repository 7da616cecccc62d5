"""
Opens exported files in Blender and tells where it has their vertices, frame by frame:

    blender -b --factory-startup --python test/blender/read-back.py -- jobs.json places.json

jobs.json is a list of {"kind": "glb" | "pc2" | "obj" | "ply", "file": path, "rate": frames a second, "frames": [number, ...]};
an "obj" or "ply" has a {frame} of four digits in its path. places.json has for each job, for each frame, the objects that can
be seen by name: x, y, z of their vertices one after the other, in the world, z up, after all shape keys and modifiers.
"""
import json
import sys

import bpy
import numpy

# The glTF importer of Blender 3.4 uses a name that NumPy 1.24 took away.
if not hasattr(numpy, "bool"):
    numpy.bool = bool


def emptied(rate):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = rate
    return scene


def places(scene, frame):
    """Of all meshes that have any extent: a mesh that is hidden by a scale of 0 is not there."""
    scene.frame_set(frame)
    graph = bpy.context.evaluated_depsgraph_get()
    seen = {}
    for one in scene.objects:
        if one.type != "MESH" or max(map(abs, one.evaluated_get(graph).matrix_world.to_scale())) < 1e-6:
            continue
        shown = one.evaluated_get(graph)
        mesh = shown.to_mesh()
        at = [shown.matrix_world @ vertex.co for vertex in mesh.vertices]
        seen[one.name] = [c for place in at for c in place]
        shown.to_mesh_clear()
    return seen


def read_glb(job):
    scene = emptied(job["rate"])
    bpy.ops.import_scene.gltf(filepath=job["file"])
    return [places(scene, frame) for frame in job["frames"]]


def import_obj(path):
    # Pliant's OBJ says "import with forward Y, up Z" where z is up; without it, y is.
    with open(path, encoding="utf8") as text:
        is_z_up = "z up" in text.readline()
    axes = {"forward_axis": "Y", "up_axis": "Z"} if is_z_up else {"forward_axis": "NEGATIVE_Z", "up_axis": "Y"}
    bpy.ops.wm.obj_import(filepath=path, **axes)


def read_pc2(job):
    scene = emptied(job["rate"])
    import_obj(job["file"].replace(".pc2", ".obj"))
    [body] = [one for one in scene.objects if one.type == "MESH"]
    cache = body.modifiers.new("cache", "MESH_CACHE")
    cache.cache_format = "PC2"
    cache.filepath = job["file"]
    cache.play_mode = "SCENE"
    cache.time_mode = "FRAME"
    cache.frame_start = 0
    cache.forward_axis = "POS_Y"
    cache.up_axis = "POS_Z"
    return [places(scene, frame) for frame in job["frames"]]


def read_numbered(job):
    found = []
    for frame in job["frames"]:
        scene = emptied(job["rate"])
        path = job["file"].replace("{frame}", f"{frame:04d}")
        if job["kind"] == "obj":
            import_obj(path)
        else:
            bpy.ops.import_mesh.ply(filepath=path)
        found.append(places(scene, 0))
    return found


READERS = {"glb": read_glb, "pc2": read_pc2, "obj": read_numbered, "ply": read_numbered}


def main():
    jobs_path, places_path = sys.argv[sys.argv.index("--") + 1 :]
    with open(jobs_path, encoding="utf8") as text:
        jobs = json.load(text)
    found = [READERS[job["kind"]](job) for job in jobs]
    with open(places_path, "w", encoding="utf8") as out:
        json.dump(found, out)


main()
