/** Readers and writers of files: meshes, sheets, polyhedra, trajectories, films, pictures and the report page. */

export { encodeBase64 } from './bytes.ts';
export { type FormSequence, type Forms, formSequences } from './export/collider-shapes.ts';
export { type Colouring, colouringOf, coloursOf } from './export/colours.ts';
export { evenly, isEven, recordedRate, timeCodes } from './export/even-frames.ts';
export {
  EXPORT_FORMATS,
  type ExportedFile,
  type ExportFormat,
  type ExportOptions,
  exportColours,
  exportFiles,
  exportTrajectory,
} from './export/export-trajectory.ts';
export { fixedMesh } from './export/fixed-mesh.ts';
export { type GlbFilmOptions, writeGlbFilm } from './export/glb-film.ts';
export {
  chosenFrames,
  type FrameChoice,
  type MeshFrame,
  type MeshSequence,
  meshSequences,
  type SequenceOptions,
} from './export/mesh-sequence.ts';
export {
  objText,
  pc2Bytes,
  plyBytes,
  type UpAxis,
} from './export/text-meshes.ts';
export { colourScale, stretchOf, textureOf } from './export/texture-coordinates.ts';
export { type UsdaOptions, usdaText } from './export/usda.ts';
export type { FilmPicture, FilmTrack } from './film/film.ts';
export { mp4Bytes } from './film/mp4.ts';
export { webmBytes } from './film/webm.ts';
export { GlbError, readGlb } from './glb/glb.ts';
export { FILE_UNITS, FileError, type FileUnits, type ReadOptions } from './lines.ts';
export { MESH_FILE_LIMITS, type MeshClip, type MeshFile } from './mesh-file.ts';
export { readObj } from './obj.ts';
export { levelColour, levelColourText } from './pictures/level-colours.ts';
export {
  type RefinedSheet,
  type RefinementLevel,
  refinedSheets,
  refinementJson,
  refinementLevels,
} from './pictures/refinement.ts';
export { refinementSvg } from './pictures/refinement-picture.ts';
export {
  type ReportData,
  type ReportFacts,
  type ReportSeries,
  renderReport,
} from './pictures/report-page.ts';
export {
  type FormedWall,
  formedWalls,
  type WallFigures,
  wallFigures,
  wallsCsv,
  wallsJson,
} from './pictures/thickness.ts';
export { wallsSvg } from './pictures/thickness-picture.ts';
export { PlyError, readPly } from './ply.ts';
export {
  type PolyhedraFile,
  type Polyhedron,
  type PolyhedronFace,
  readPolyhedra,
  writePolyhedra,
} from './pol.ts';
export {
  readSheetFile,
  type SheetFile,
  type SheetFileMass,
  type SheetFileSpring,
  writeSheetFile,
} from './sht.ts';
export { readStl, StlError } from './stl.ts';
export {
  frameBytes,
  interleavePositions,
  type Trajectory,
  TrajectoryError,
  type TrajectoryFrame,
  TrajectoryWriter,
} from './trajectory/trajectory.ts';
export {
  type Recorded,
  type TrajectoryBody,
  type TrajectoryCollider,
  type TrajectoryInfo,
  type TrajectoryPose,
  type TrajectoryValue,
  type Triple,
  trajectoryInfo,
} from './trajectory/trajectory-info.ts';
export { type MatterValues, matterValues } from './trajectory/trajectory-matter.ts';
export {
  isSameTopology,
  type TrajectoryMesh,
  type TrajectoryPlaces,
  trajectoryMeshes,
} from './trajectory/trajectory-mesh.ts';
export { type ByteSource, readTrajectory, TrajectoryReader } from './trajectory/trajectory-reader.ts';
export type { TrajectoryShape } from './trajectory/trajectory-shape.ts';
export { type TrajectorySkin, trajectorySkins } from './trajectory/trajectory-skin.ts';
export { type RecordedValue, readBodyValues, recordedValues } from './trajectory/trajectory-values.ts';
