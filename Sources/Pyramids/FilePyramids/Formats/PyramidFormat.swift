package import TileContainers
public import TilePyramid

/// A format of pyramids on disk: its names, what it can hold, and how it is recognized, opened and written.
///
/// A format is a value, and a list of them is a ``PyramidFormats``. Formats with equal identifiers are equal. A format
/// of your own is read and written by everything that takes a list:
///
/// ```swift
/// let formats = PyramidFormats(PyramidFormats.files.all + [toy])
/// let pyramid = try await Pyramids.open("big.toy", formats: formats)
/// ```
public struct PyramidFormat: Sendable, Identifiable {
    /// The role of a format.
    public enum Role: Hashable, Sendable {
        /// The names of files in a folder, or in an archive that can hold them.
        case layout
        /// An archive of the files of a layout: of the one with this identifier, or of any that an archive can hold.
        case archive(layout: String?)
        /// A single file, which arranges its tiles itself.
        case file
        /// A service of the network, which is only read.
        case service
    }

    /// The word for the format in options and in JSON, such as `deepzoom`.
    public let id: String
    /// The name in descriptions of a pyramid, such as "Deep Zoom".
    public let name: String
    /// The name within sentences, such as "the deepzoom layout" or "a TIFF".
    public let phrase: String
    /// The role of the format.
    public let role: Role
    /// The file extensions, in lower case and without the dot, the one that is written first; empty for folders.
    public let fileExtensions: [String]
    /// The file extensions by which pyramids are found among the files of a folder, in lower case and without the dot.
    public let listedExtensions: [String]
    /// Whether other files often have the ``listedExtensions``, so that a viewer that looks into a folder leaves them out.
    public let sharesExtensions: Bool
    /// The media type of its files; of layouts, whose files are tiles and descriptors, it is not used.
    public let mediaType: String
    /// The capabilities of the format.
    public let capabilities: PyramidCapabilities
    /// The shape of the levels, as readers of the format expect it.
    public let shape: PyramidShape

    /// The names of the files; `nil` for formats that are not a layout.
    let layout: (any FileLayout)?
    let recognize: Recognizer
    let open: Opener
    /// Creates a store; `nil` if the format is only read.
    let create: Creator?
    /// Opens a file that is read in parts, such as one at an address; `nil` if files of the format are only opened on this
    /// computer.
    package private(set) var rangedOpening: RangedOpening?

    /// Finds the paths of the pyramids that a candidate is, or belongs to; empty if there are none.
    ///
    /// Throws when the candidate is of the format but cannot be opened, for a reason that opening would not detect. It
    /// may block.
    public typealias Recognizer = @Sendable (PyramidCandidate) async throws -> [String]
    /// Opens the pyramid at a path that was recognized, and may block; an archive may hold any of the given formats.
    public typealias Opener = @Sendable (_ path: String, _ formats: PyramidFormats) async throws -> any PyramidSource
    /// Creates a store that has created nothing under the final name yet.
    public typealias Creator = @Sendable (StoreRequest) throws -> any TileStore

    /// The opening of a file of which parts are read.
    package struct RangedOpening: Sendable {
        /// Whether a file that begins with these bytes, ``PyramidCandidate/headLength`` if there are as many, is of the format.
        package let recognize: @Sendable (_ head: [UInt8]) -> Bool
        /// Opens a file that a format of the list has recognized; returns the pyramid and its format.
        package let open: @Sendable (_ file: any RandomAccessFile, _ formats: PyramidFormats) throws -> Opened

        /// A pyramid and its format.
        package typealias Opened = (source: any PyramidSource, format: PyramidFormat)
    }

    /// Creates a format of single files.
    ///
    /// By default, the ``phrase`` is the name, files are listed by all of the extensions, which other files rarely have, their
    /// media type is that of unknown files, the capabilities are those of a file without restrictions, and the shape is that
    /// of Deep Zoom. Without `create`, pyramids of the format are only read.
    public init(
        id: String, name: String, phrase: String? = nil, fileExtensions: [String], listedExtensions: [String]? = nil,
        sharesExtensions: Bool = false, mediaType: String = PyramidFormat.unknownMediaType, role: Role = .file,
        capabilities: PyramidCapabilities = PyramidCapabilities(), shape: PyramidShape = PyramidShape(),
        recognize: @escaping Recognizer, open: @escaping Opener, create: Creator? = nil
    ) {
        self.id = id
        self.name = name
        self.phrase = phrase ?? name
        self.role = role
        self.fileExtensions = fileExtensions
        self.listedExtensions = listedExtensions ?? fileExtensions
        self.sharesExtensions = sharesExtensions
        self.mediaType = mediaType
        self.capabilities = capabilities
        self.shape = shape
        self.recognize = recognize
        self.open = open
        self.create = create
        layout = nil
    }

    /// Creates the format of a layout's folders; outputs that are named after a descriptor have its file extensions.
    ///
    /// By default, no files are listed: folders are recognized by their content.
    init(
        id: String, name: String, layout: some FileLayout, fileExtensions: [String] = [],
        listedExtensions: [String] = [], capabilities: PyramidCapabilities, shape: PyramidShape = PyramidShape()
    ) {
        self.id = id
        self.name = name
        phrase = "the \(id) layout"
        role = .layout
        self.fileExtensions = fileExtensions
        self.listedExtensions = listedExtensions
        sharesExtensions = false
        mediaType = Self.unknownMediaType
        self.capabilities = capabilities
        self.shape = shape
        self.layout = layout
        recognize = { try await layout.recognizedPaths(of: $0) }
        open = { path, _ in try layout.open(path) }
        create = { try LayoutStore(creating: $0, layout: layout) }
    }

    /// The media type of files of an unknown format.
    public static let unknownMediaType = "application/octet-stream"

    /// The format with a way of opening files of which parts are read.
    func readingRanges(
        of recognize: @escaping @Sendable (_ head: [UInt8]) -> Bool,
        open: @escaping @Sendable (any RandomAccessFile, PyramidFormats) throws -> RangedOpening.Opened
    ) -> PyramidFormat {
        var format = self
        format.rangedOpening = RangedOpening(recognize: recognize, open: open)
        return format
    }

    /// Whether pyramids of the format can be written, rather than only read.
    public var isWritable: Bool { create != nil }

    /// Whether the format is an archive that can hold the files of a layout.
    public func canHold(_ layout: PyramidFormat) -> Bool {
        guard case .archive(let id) = role, layout.role == .layout else { return false }
        return id.map { $0 == layout.id } ?? layout.capabilities.fitsArchives
    }

    /// The shape of the levels with another rounding of odd sizes; `nil` for what readers of the format expect.
    public func shape(rounding: PyramidShape.Rounding?) -> PyramidShape {
        var shape = shape
        shape.rounding = rounding ?? shape.rounding
        return shape
    }
}

extension PyramidFormat: Hashable {
    /// Whether both have the same identifier.
    public static func == (left: PyramidFormat, right: PyramidFormat) -> Bool { left.id == right.id }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension PyramidFormat: CustomStringConvertible {
    /// The identifier.
    public var description: String { id }
}
