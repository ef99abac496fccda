internal import JSONDocuments
package import TileContainers
internal import TilePyramid

extension IIIFNaming {
    /// The most bytes of a manifest that are read, which may describe a whole book.
    static let manifestByteLimit = 16 << 20

    private static let micrometersPerMillimeter = 1000.0

    /// Whether the identifier is an address, and not only a name.
    private var hasAddress: Bool { IIIFIdentifier(identifier).isAddress }

    /// The manifest of an image that is written; nil unless its address is known, as the Presentation API requires.
    func makeManifest(of request: StoreRequest) -> PresentationManifest? {
        guard hasAddress, let largest = wholeLevels.last else { return nil }
        func address(_ level: Int) -> String {
            let size = pyramid.levels[level].size
            let isFull = size == pyramid.size
            let height = version == .three ? "\(size.height)" : ""
            let text = isFull ? version.maximumSizeKeyword : "\(size.width),\(height)"
            return "\(identifier)/full/\(text)/0/default.\(fileExtension)"
        }
        var canvas = PresentationManifest.Canvas(
            label: request.name, size: pyramid.size,
            service: PresentationService(address: identifier, version: version, level: 0), image: address(largest),
            imageSize: pyramid.levels[largest].size)
        canvas.thumbnail = address(wholeLevels.lowerBound)
        if let micrometers = request.target.micronsPerPixel, micrometers.x > 0, micrometers.x == micrometers.y {
            canvas.millimetersPerPixel = micrometers.x / Self.micrometersPerMillimeter
        }
        var manifest = PresentationManifest(address: identifier, label: request.name, canvases: [canvas])
        manifest.summary = request.target.description
        manifest.attribution = request.target.attribution
        manifest.rights = request.target.attribution.flatMap { RightsStatement(in: $0) }
        return manifest
    }

    /// Reports a manifest that is damaged, or that shows another image than the one beside it.
    package func inspectFiles(
        in files: any ContainerReader, _ report: (ValidationIssue) throws -> Void
    ) throws {
        let name = PresentationManifest.fileName
        // Without the address of the image, a manifest of another program shows whatever it does.
        guard hasAddress else { return }
        guard let bytes = try files.read(name, limit: Self.manifestByteLimit + 1) else { return }
        func issue(_ message: String) -> ValidationIssue {
            ValidationIssue(location: files.location(of: name), message)
        }
        guard let manifest = Self.manifest(bytes) else {
            return try report(issue("this is not a manifest of the IIIF Presentation API 3. Cut the pyramid again."))
        }
        let services = Self.imageServices(of: manifest)
        guard services.contains(identifier) else {
            return try report(
                issue("the manifest does not name the address of the image, \(identifier). Cut the pyramid again."))
        }
    }

    /// The manifest in the bytes of a file; nil if they are none of the Presentation API 3, or too many.
    static func manifest(_ bytes: [UInt8]) -> JSONObject? {
        guard bytes.count <= manifestByteLimit, let value = try? JSONValue(parsing: bytes),
            let manifest = try? JSONObject(value), (try? manifest.string("type")) == "Manifest"
        else { return nil }
        return manifest
    }

    /// The addresses of the Image API services of all images in a manifest.
    static func imageServices(of manifest: JSONObject) -> [String] {
        var items = [manifest]
        // Canvases, the pages of annotations on them, and the annotations.
        for _ in 0..<3 { items = items.flatMap { (try? $0.objects("items")) ?? [] } }
        return items.flatMap { annotation in
            guard let body = try? annotation.object("body"), let services = try? body.objects("service") else {
                return [String]()
            }
            return services.compactMap { (try? $0.string("id")) ?? (try? $0.string("@id")) }
        }
    }
}
