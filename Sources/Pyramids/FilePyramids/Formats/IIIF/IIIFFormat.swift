internal import TileContainers
internal import TilePyramid

extension PyramidFormat {
    /// IIIF Image API 3.0, level 0: `info.json` and `REGION/SIZE/0/default.jpg`.
    ///
    /// Pyramids of version 2.1 are recognized as this format, too.
    public static let iiif = PyramidFormat(
        id: "iiif", name: "IIIF", layout: IIIFLayout(version: .three), capabilities: iiifCapabilities,
        shape: iiifShape)

    /// IIIF Image API 2.1, level 0.
    public static let iiif2 = PyramidFormat(
        id: "iiif2", name: "IIIF 2", layout: IIIFLayout(version: .two), capabilities: iiifCapabilities,
        shape: iiifShape)

    /// Level 0 is JPEG (https://iiif.io/api/image/3.0/compliance/).
    private static let iiifCapabilities = PyramidCapabilities.layout {
        $0.supportsSparseTiles = false
        $0.supportsPartialLevels = false
        $0.supportsBothRoundings = false
        $0.storesIdentifier = true
        $0.tileFormats = [.jpeg]
    }

    private static let iiifShape = PyramidShape { $0.coarsest = .tile }
}

/// An IIIF image: folders named after regions and sizes, and an `info.json`.
package struct IIIFLayout: FileLayout {
    package let version: IIIFVersion
    let descriptorNames = [IIIFNaming.descriptorName]

    func mayOwn(entry name: String) -> Bool {
        let region = name.split(separator: ",", omittingEmptySubsequences: false)
        return ["full", PresentationManifest.fileName].contains(name) || descriptorNames.contains(name)
            || region.count == 4 && region.allSatisfy { NumericFileName.number($0) != nil }
    }

    func isDescriptor(_ name: String, head: [UInt8]) -> Bool {
        descriptorNames.contains(name) && Self.isImageInformation(head)
    }

    func naming(for request: StoreRequest) throws -> any LayoutNaming {
        guard request.format == .jpeg else {
            throw StoreError(
                .cannotCreate, path: request.path,
                "IIIF level 0 requires jpg tiles, and \(request.format.fileExtension) is only allowed in addition. "
                    + "Choose the format jpg, or another layout.")
        }
        guard request.target.rounding != .down else {
            throw StoreError(
                .cannotCreate, path: request.path,
                "the sizes of an IIIF image's levels are rounded up. Leave the rounding out, or choose zoomify.")
        }
        if let identifier = request.target.identifier, identifier.hasSuffix("/") {
            throw StoreError(
                .cannotCreate, path: request.path,
                "the address of an IIIF image must not end in a slash. Write \(identifier.dropLast()) instead.")
        }
        var naming = IIIFNaming(
            version: version, pyramid: request.pyramid, identifier: request.target.identifier ?? request.fileName,
            fileExtension: request.format.fileExtension)
        naming.manifest = naming.makeManifest(of: request)
        return naming
    }
}

/// The supported versions of the IIIF Image API.
package enum IIIFVersion: Int, Hashable, Sendable {
    /// Image API 2.1 (https://iiif.io/api/image/2.1/).
    case two = 2
    /// Image API 3.0 (https://iiif.io/api/image/3.0/).
    case three = 3

    /// The keyword for the largest size that is served.
    package var maximumSizeKeyword: String { self == .three ? "max" : "full" }
}
