internal import JSONDocuments
package import TilePyramid

/// A manifest of the IIIF Presentation API 3.0: an object with its pages, each of which is an image.
package struct PresentationManifest: Sendable {
    /// A page, and the image that is painted on it.
    package struct Canvas: Sendable {
        /// The label, such as the number of the page.
        package var label: String
        /// The size of the image.
        package var size: PixelSize
        /// The image as a service of the Image API.
        package var service: PresentationService
        /// The address of the whole image in a size that the service sends.
        package var image: String
        /// The size of that image.
        package var imageSize: PixelSize
        /// The address of a small JPEG of the image; nil for none.
        package var thumbnail: String?
        /// The physical size of a full-size pixel in millimeters; nil if it is unknown.
        package var millimetersPerPixel: Double?

        /// Creates the canvas of an image without a thumbnail and a physical size.
        package init(
            label: String, size: PixelSize, service: PresentationService, image: String, imageSize: PixelSize
        ) {
            self.label = label
            self.size = size
            self.service = service
            self.image = image
            self.imageSize = imageSize
        }
    }

    /// The file name of a manifest.
    package static let fileName = "manifest.json"

    /// The address of the object, without a slash at its end; the manifest lies below it.
    package let address: String
    /// The label.
    package var label: String
    /// A description; nil if there is none.
    package var summary: String?
    /// Further properties, by English names.
    package var metadata: [(name: String, value: String)] = []
    /// The attribution that has to be shown; nil if there is none.
    package var attribution: String?
    /// The rights; nil if no allowed address is known.
    package var rights: RightsStatement?
    /// The pages in their order; at least one.
    package var canvases: [Canvas]

    /// Creates a manifest.
    package init(address: String, label: String, canvases: [Canvas]) {
        self.address = address
        self.label = label
        self.canvases = canvases
    }

    /// The text of the document.
    package var json: String {
        var members = [
            ("@context", JSONText.string(PresentationText.context)),
            ("id", JSONText.string("\(address)/\(Self.fileName)")), ("type", JSONText.string("Manifest")),
            ("label", PresentationText.plain(label)),
        ]
        if let summary { members.append(("summary", PresentationText.value(summary))) }
        if !metadata.isEmpty {
            members.append(("metadata", JSONText.array(metadata.map { PresentationText.pair($0.name, $0.value) })))
        }
        if let attribution {
            members.append(("requiredStatement", PresentationText.pair("Attribution", attribution)))
        }
        if let rights { members.append(("rights", JSONText.string(rights.address))) }
        if let thumbnail = canvases.first?.thumbnailJSON { members.append(("thumbnail", thumbnail)) }
        let items = canvases.enumerated().map { index, canvas in canvas.json("\(address)/canvas/\(index + 1)") }
        members.append(("items", JSONText.array(items)))
        return JSONText.document(members)
    }
}

extension PresentationManifest.Canvas {
    fileprivate var thumbnailJSON: String? { thumbnail.map { PresentationService.thumbnail($0) } }

    /// The canvas with an address, its annotation and its image.
    fileprivate func json(_ address: String) -> String {
        let image = JSONText.object([
            ("id", JSONText.string(image)), ("type", JSONText.string("Image")),
            ("format", JSONText.string("image/jpeg")), ("width", "\(imageSize.width)"),
            ("height", "\(imageSize.height)"), ("service", JSONText.array([service.json])),
        ])
        let annotation = JSONText.object([
            ("id", JSONText.string("\(address)/annotation")), ("type", JSONText.string("Annotation")),
            ("motivation", JSONText.string("painting")), ("body", image), ("target", JSONText.string(address)),
        ])
        let page = JSONText.object([
            ("id", JSONText.string("\(address)/annotations")), ("type", JSONText.string("AnnotationPage")),
            ("items", JSONText.array([annotation])),
        ])
        var members = [
            ("id", JSONText.string(address)), ("type", JSONText.string("Canvas")),
            ("label", PresentationText.plain(label)), ("width", "\(size.width)"), ("height", "\(size.height)"),
        ]
        if let thumbnailJSON { members.append(("thumbnail", thumbnailJSON)) }
        if let millimetersPerPixel {
            let service = PresentationService.physicalSize(millimetersPerPixel, ofCanvas: address)
            members.append(("service", JSONText.array([service])))
        }
        members.append(("items", JSONText.array([page])))
        return JSONText.object(members)
    }
}
