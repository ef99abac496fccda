internal import JSONDocuments
internal import TilePyramid

/// The `info.json` of an image.
struct ImageInformation {
    /// The address of the image.
    let identifier: String
    /// The size of the image.
    let size: PixelSize
    /// The side of tiles, and how many full-size pixels one of theirs covers in the levels that are stored.
    let tiles: (size: PixelSize, scaleFactors: [Int])
    /// The limits of what is sent.
    let limits: ServingLimits

    /// The features of version 2.1 beyond level 2.
    private static let features2 = [
        "canonicalLinkHeader", "mirroring", "profileLinkHeader", "regionSquare", "rotationArbitrary", "sizeAboveFull",
        "sizeByForcedWh",
    ]
    /// The features of version 3.0 beyond level 2.
    private static let features3 = [
        "canonicalLinkHeader", "mirroring", "profileLinkHeader", "rotationArbitrary", "sizeUpscaling",
    ]

    /// The document.
    func json(_ version: ImageAPIVersion) -> String {
        let context = "http://iiif.io/api/image/\(version.rawValue)/context.json"
        let bounds = [
            ("maxWidth", "\(limits.maxWidth)"), ("maxHeight", "\(limits.maxHeight)"), ("maxArea", "\(limits.maxArea)"),
        ]
        var members = [("@context", JSONText.string(context))]
        members.append((version == .three ? "id" : "@id", JSONText.string(identifier)))
        if version == .three { members.append(("type", JSONText.string("ImageService3"))) }
        members.append(("protocol", JSONText.string("http://iiif.io/api/image")))
        switch version {
        case .three: members.append(("profile", JSONText.string("level2")))
        case .two:
            let more = [
                ("formats", Self.strings(OutputFormat.allCases.map(\.fileExtension))),
                ("qualities", Self.strings(OutputOptions.Quality.allCases.map(\.rawValue))),
                ("supports", Self.strings(Self.features2)),
            ]
            members.append(
                ("profile", JSONText.array([JSONText.string(version.profile), JSONText.object(more + bounds)])))
        }
        members += [("width", "\(size.width)"), ("height", "\(size.height)")]
        if version == .three { members += bounds }
        members.append(("sizes", JSONText.array(wholeSizes.map(Self.object))))
        let tile = [
            ("width", "\(tiles.size.width)"), ("height", "\(tiles.size.height)"),
            ("scaleFactors", JSONText.array(tiles.scaleFactors.map { "\($0)" })),
        ]
        members.append(("tiles", JSONText.array([JSONText.object(tile)])))
        if version == .three {
            members += [
                ("extraFormats", Self.strings(["webp", "tif"])),
                ("extraQualities", Self.strings(["color", "gray", "bitonal"])),
                ("extraFeatures", Self.strings(Self.features3)),
            ]
        }
        return JSONText.document(members)
    }

    /// The sizes at which the whole image is stored, and that are sent, from the smallest.
    private var wholeSizes: [PixelSize] {
        let sizes = tiles.scaleFactors.sorted(by: >).map { factor in
            PixelSize(width: (size.width - 1) / factor + 1, height: (size.height - 1) / factor + 1)
        }
        return sizes.filter(limits.allows)
    }

    private static func strings(_ texts: [String]) -> String { JSONText.array(texts.map { JSONText.string($0) }) }

    private static func object(_ size: PixelSize) -> String {
        JSONText.object([("width", "\(size.width)"), ("height", "\(size.height)")])
    }
}
