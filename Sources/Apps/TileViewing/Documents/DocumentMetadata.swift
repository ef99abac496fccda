internal import FilePyramids
internal import Files
internal import Glibc
internal import ImageCodecs
public import ImageMetadata
internal import ImageSources
internal import LayerTree
internal import PixelKernels
public import TilePyramid
internal import TileStores
internal import VectorDrawing

/// The metadata of an image: its format, size, resolution and, for a photograph, what the camera recorded.
public struct DocumentMetadata: Hashable, Sendable {
    /// The levels and tiles of a pyramid.
    public struct PyramidShape: Hashable, Sendable {
        /// The number of levels.
        public var levels: Int
        /// The width and height of a tile in pixels.
        public var tileSize: Int
    }

    /// The format for display, such as "JPEG" or "Deep Zoom, png tiles".
    public var format: String
    /// The full size in pixels.
    public var size: PixelSize
    /// The physical size of a pixel in millimeters, such as that of a slide or a scan; nil if the file does not say.
    public var millimetersPerPixel: Double?
    /// The size of a pixel in a print, in millimeters, where this says nothing of what the image shows, as in a photograph; nil
    /// if the file does not say.
    public var printMillimetersPerPixel: Double?
    /// The bytes of the file; nil for a folder.
    public var fileBytes: Int?
    /// The levels and tiles; nil for a plain image.
    public var pyramid: PyramidShape?
    /// The channels and their depth for display, such as "RGB, 8 bits"; nil if they are unknown.
    public var samples: String?
    /// The channels for display, such as "DAPI, 461 nm", if the image is shown by them; empty for pictures.
    public var channels: [String] = []
    /// The sections and times for display, such as "12 sections of 0.5 µm"; nil if there is one of each.
    public var stack: String?
    /// The type of the stored samples, such as "16 bits", if they carry more than what is shown; nil if not.
    public var storedSamples: String?
    /// The EXIF properties that the camera recorded; nil if the file has none.
    public var exif: EXIFProperties?
    /// The pages of the file; nil if there is one, or until they are counted.
    public var pages: ImagePages?
    /// The name of the color profile; nil if there is none.
    public var profile: String?
    /// The attribution that a map's description asks for, such as the owner of the data; nil if it asks for none.
    public var attribution: String?
    /// The place on the Earth; nil if the image is not georeferenced.
    public var place: ImagePlace?
    /// The point that the description of a map names as its center, in full-size pixels; nil for none.
    var center: Point?
    /// The physical size of a pixel by a known length that the user has drawn, in millimeters; nil for none.
    var calibration: Double?

    /// Creates metadata with a format and a size; everything else is unknown.
    public init(format: String, size: PixelSize) {
        self.format = format
        self.size = size
    }
}

extension DocumentMetadata {
    /// Whether the file is a pyramid of tiles, or tiles of the program; not so for plain images, also once they are cut.
    var isPyramid: Bool { pyramid != nil || format == Self.tilesFormat }

    /// The format of documents that consist of tiles of the program.
    static let tilesFormat = "tiles"

    /// The metadata of a pyramid.
    init(_ pyramid: OpenedPyramid) {
        let shape = pyramid.source.pyramid
        self.init(
            format: "\(pyramid.format.name), \(pyramid.source.format.rawValue) tiles", size: shape.size)
        self.pyramid = PyramidShape(levels: shape.presentLevels.count, tileSize: shape.tileSize)
        place = ImagePlace(pyramid.source)
        center = Self.namedCenter(pyramid.source.properties, place)
        attribution = pyramid.source.attribution
        millimetersPerPixel = Self.scannedMillimetersPerPixel(pyramid.source.properties)
        // The descriptor of a folder says nothing of the tiles' bytes.
        fileBytes = pyramid.format.role == .layout ? nil : Self.fileBytes(of: pyramid.path)
    }

    /// The metadata of a plain image.
    ///
    /// - Parameters:
    ///   - image: the decoder's description.
    ///   - path: the file, from which the physical resolution is read.
    ///   - page: the page, counted from 1.
    init(_ image: ImageInfo, path: String, page: Int) {
        self.init(format: image.container, size: image.size)
        fileBytes = Self.fileBytes(of: path)
        let channels =
            switch image.layout.channels {
            case .gray: "gray"
            case .grayAlpha: "gray and alpha"
            case .rgb: "RGB"
            case .rgba: "RGB and alpha"
            }
        samples = "\(channels), \(image.layout.depth.rawValue) bits"
        exif = image.exif.flatMap(EXIFProperties.init)
        setResolution(
            try? PixelPitch.resolution(of: .file(path), page: page),
            isSlide: image.container == ImageFormat.slide.name)
    }

    /// Sets the size of a pixel that a file states, which is physical unless a camera has taken the image.
    ///
    /// - Parameters:
    ///   - resolution: the resolution; nil if the file states none.
    ///   - isSlide: whether the image comes from the scanner of a slide, which is named as a camera is; false by default.
    mutating func setResolution(_ resolution: PixelResolution?, isSlide: Bool = false) {
        guard let resolution else { return }
        if isSlide || resolution.isPhysical && !(exif?.isOfCamera ?? false) {
            millimetersPerPixel = resolution.millimetersPerPixel
        } else {
            printMillimetersPerPixel = resolution.millimetersPerPixel
        }
    }

    /// The size of a pixel that the scanner of a slide has stated, in millimeters: the properties of an SZI file.
    private static func scannedMillimetersPerPixel(_ properties: [PyramidProperty]) -> Double? {
        func micrometers(_ name: String) -> Double? {
            properties.first { $0.name == name }.flatMap { Double($0.value) }.flatMap {
                $0.isFinite && $0 > 0 ? $0 : nil
            }
        }
        guard let x = micrometers("MicronsPerPixelX"), let y = micrometers("MicronsPerPixelY"), abs(x - y) <= 0.001 * x
        else { return nil }
        return x / 1000
    }

    /// The bytes of a file; nil for anything else.
    static func fileBytes(of path: String) -> Int? {
        var status = stat()
        return Files.stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }
}
