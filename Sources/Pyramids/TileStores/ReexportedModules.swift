/// This module joins the others of its floor, and has little of its own: one import is enough to open and to write pyramids of all
/// formats. An app that needs fewer imports, and links, those that it needs.
@_exported public import DatabasePyramids
@_exported public import FilePyramids
@_exported public import RemotePyramids
@_exported public import TileContainers
