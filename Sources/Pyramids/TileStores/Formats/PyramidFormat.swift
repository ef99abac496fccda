public import TilePyramid

/// A format of pyramids on disk: its names, what it can hold, and how it is recognized, opened and written.
///
/// A format is a value, and a list of them is a ``PyramidFormats``. Formats with equal identifiers are equal. A format
/// of your own is read and written by everything that takes a list:
///
/// ```swift
/// let formats = PyramidFormats(PyramidFormats.standard.all + [toy])
/// let pyramid = try await Pyramids.open("big.toy", formats: formats)
/// ```
public struct PyramidFormat: Sendable, Identifiable {
    /// What a format stands for.
    public enum Role: Hashable, Sendable {
        /// The names of files in a folder, or in an archive that can hold them.
        case layout
        /// An archive of the files of a layout: of the one with this identifier, or of any that an archive can hold.
        case archive(layout: String?)
        /// A single file, which arranges its tiles itself.
        case file
    }

    /// The word for the format in options and in JSON, such as `deepzoom`.
    public let id: String
    /// The name in descriptions of a pyramid, such as "Deep Zoom".
    public let name: String
    /// The name within sentences, such as "the deepzoom layout" or "a TIFF".
    public let phrase: String
    /// What the format stands for.
    public let role: Role
    /// The file extensions, in lower case and without the dot, the one that is written first; empty for folders.
    public let fileExtensions: [String]
    /// What the format can hold.
    public let capabilities: PyramidCapabilities
    /// The shape of the levels, as readers of the format expect it.
    public let shape: PyramidShape

    /// The names of the files; `nil` for formats that are no layout.
    let layout: (any FileLayout)?
    private let recognizer: Recognizer
    private let opener: Opener
    private let creator: Creator

    /// Finds the paths of the pyramids that a candidate is, or belongs to.
    public typealias Recognizer = @Sendable (PyramidCandidate) async throws -> [String]
    /// Opens the pyramid at a path; an archive may hold any of the given formats.
    public typealias Opener = @Sendable (_ path: String, _ formats: PyramidFormats) async throws -> any PyramidSource
    /// Creates a store that has created nothing under the final name yet.
    public typealias Creator = @Sendable (StoreRequest) throws -> any TileStore

    /// Creates a format of single files.
    ///
    /// - Parameters:
    ///   - id: the word for the format in options and in JSON.
    ///   - name: the name in descriptions of a pyramid.
    ///   - phrase: the name within sentences. The default is `name`.
    ///   - fileExtensions: the file extensions, in lower case and without the dot, the one that is written first.
    ///   - role: what the format stands for. The default is ``Role/file``.
    ///   - capabilities: what the format can hold. The defaults are those of a file without restrictions.
    ///   - shape: the shape of the levels. The default is that of Deep Zoom.
    ///   - recognize: the paths of the pyramids that a candidate is, or belongs to; empty if there are none. Throws when
    ///     the candidate is of this format but cannot be opened, for a reason that `open` would not detect. It may block.
    ///   - open: opens the pyramid at a path that was recognized. It may block.
    ///   - create: creates a store.
    public init(
        id: String, name: String, phrase: String? = nil, fileExtensions: [String], role: Role = .file,
        capabilities: PyramidCapabilities = PyramidCapabilities(), shape: PyramidShape = PyramidShape(),
        recognize: @escaping Recognizer, open: @escaping Opener, create: @escaping Creator
    ) {
        self.init(
            id: id, name: name, phrase: phrase ?? name, role: role, fileExtensions: fileExtensions,
            capabilities: capabilities, shape: shape, layout: nil, recognizer: recognize, opener: open, creator: create)
    }

    /// Creates the format of a layout's folders; outputs that are named after a descriptor have its file extensions.
    init(
        id: String, name: String, layout: some FileLayout, fileExtensions: [String] = [],
        capabilities: PyramidCapabilities, shape: PyramidShape = PyramidShape()
    ) {
        self.init(
            id: id, name: name, phrase: "the \(id) layout", role: .layout, fileExtensions: fileExtensions,
            capabilities: capabilities, shape: shape, layout: layout,
            recognizer: { try await layout.recognizedPaths(of: $0) },
            opener: { path, _ in try layout.open(path) },
            creator: { try LayoutStore(creating: $0, layout: layout) })
    }

    private init(
        id: String, name: String, phrase: String, role: Role, fileExtensions: [String],
        capabilities: PyramidCapabilities, shape: PyramidShape, layout: (any FileLayout)?,
        recognizer: @escaping Recognizer, opener: @escaping Opener, creator: @escaping Creator
    ) {
        (self.id, self.name, self.phrase, self.role) = (id, name, phrase, role)
        (self.fileExtensions, self.capabilities, self.shape) = (fileExtensions, capabilities, shape)
        (self.layout, self.recognizer, self.opener, self.creator) = (layout, recognizer, opener, creator)
    }

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

    /// The paths of the pyramids of this format that the candidate is, or belongs to; empty if there are none.
    ///
    /// - Throws: ``StoreError`` when the candidate is damaged in a way that opening would not detect.
    func recognizedPaths(of candidate: PyramidCandidate) async throws -> [String] { try await recognizer(candidate) }

    /// Opens the pyramid at a path that was recognized.
    func open(_ path: String, formats: PyramidFormats) async throws -> any PyramidSource {
        try await opener(path, formats)
    }

    /// Creates the store that a request describes.
    func makeStore(_ request: StoreRequest) throws -> any TileStore { try creator(request) }
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
