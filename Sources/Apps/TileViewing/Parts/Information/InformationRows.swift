internal import Controls
internal import Georeferencing
internal import ImageMetadata
internal import LayerTree
internal import MapLayers
internal import Numbers
internal import TilePyramid
internal import VectorDrawing

/// The metadata of an image as rows of text; values that are unknown are left out.
struct InformationRows {
    /// The rows from top to bottom.
    private(set) var all: [TextTable.Row] = []

    /// Creates the rows for an image; its file's name is not among them, which the status line shows.
    ///
    /// `display` is the color space of the display; nil if it is not known.
    init(_ metadata: DocumentMetadata, display: String? = nil) {
        let size = metadata.size
        let megapixels = Double(size.area) / 1e6
        add("format", metadata.format)
        // Of fewer, the number would be rounded to 0.
        let area = megapixels < 0.1 ? "" : ", \(NumberText.significant(megapixels, style: .display)) megapixels"
        add("size", "\(size) pixels\(area)")
        add("file", metadata.fileBytes.map { NumberText.bytes($0, style: .display) })
        if let pyramid = metadata.pyramid {
            add("levels", "\(pyramid.levels), tiles of \(pyramid.tileSize) pixels")
        }
        if let pages = metadata.pages {
            add("page", pages.content.map { "\($0) (\(pages.numberLabel))" } ?? pages.numberLabel)
        }
        add("samples", metadata.samples)
        add("stored", metadata.storedSamples)
        add("stack", metadata.stack)
        for (index, channel) in metadata.channels.enumerated() {
            add(index == 0 ? "channels" : "", channel)
        }
        add("profile", metadata.profile)
        add("display", display)
        addResolution(metadata)
        addPlace(metadata)
        guard let exif = metadata.exif else { return }
        add("title", exif.description)
        add("camera", exif.camera)
        add("lens", exif.lens)
        add("taken", exif.date)
        add("exposure", exif.exposureText)
        if let latitude = exif.latitude, let longitude = exif.longitude {
            add("place", Self.place(latitude: latitude, longitude: longitude))
        }
        add("artist", exif.artist)
        add("copyright", exif.copyright)
    }

    /// Adds the physical size of a pixel, and the size of a print.
    private mutating func addResolution(_ metadata: DocumentMetadata) {
        if let pitch = metadata.knownMillimetersPerPixel {
            let microns = NumberText.significant(pitch * 1000, style: .display)
            let origin = metadata.calibration == nil ? "" : ", by a known length"
            add("pixel", "\(microns) µm (\(NumberText.significant(25.4 / pitch, style: .display)) per inch)\(origin)")
        }
        if let pitch = metadata.printMillimetersPerPixel {
            let size = AnnotationMeasure.sizeText(
                width: Double(metadata.size.width) * pitch, height: Double(metadata.size.height) * pitch)
            add("print", "\(size) (\(NumberText.significant(25.4 / pitch, style: .display)) per inch)")
        }
    }

    /// Adds where on the Earth the image is, and the length of a pixel on the ground in its middle.
    private mutating func addPlace(_ metadata: DocumentMetadata) {
        guard let place = metadata.place else { return }
        add("center", place.center.map(place.text))
        let bounds = place.bounds
        add("south-west", place.text(Coordinate(latitude: bounds.south, longitude: bounds.west)))
        add("north-east", place.text(Coordinate(latitude: bounds.north, longitude: bounds.east)))
        let size = place.projection.size
        let middle = Point(x: Double(size.width) / 2, y: Double(size.height) / 2)
        add(
            "ground",
            metadata.millimetersPerPixel(at: middle).map { millimeters in
                let (length, unit) = millimeters < 100 ? (millimeters / 10, "cm") : (millimeters / 1000, "m")
                return "\(NumberText.significant(length, style: .display)) \(unit) per pixel"
            })
        add("map", place.projection.crs == .webMercator ? "EPSG:3857, Web Mercator" : "EPSG:4326, degrees (WGS 84)")
    }

    private mutating func add(_ label: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        all.append(TextTable.Row(label: label, value: VisibleText.escaped(value)))
    }

    /// A place in degrees: "47.36667° N, 8.55000° E".
    static func place(latitude: Double, longitude: Double) -> String {
        Coordinate(latitude: latitude, longitude: longitude).text()
    }
}
