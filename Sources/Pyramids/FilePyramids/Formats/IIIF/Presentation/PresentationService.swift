internal import JSONDocuments

/// The Image API service of a picture in a manifest.
package struct PresentationService: Hashable, Sendable {
    /// The address of the image, as in its `info.json`.
    package let address: String
    /// The version of the Image API.
    package let version: IIIFVersion
    /// The level of compliance, from 0 to 2.
    package let level: Int

    /// Creates the service of an image.
    package init(address: String, version: IIIFVersion, level: Int) {
        self.address = address
        self.version = version
        self.level = level
    }

    /// The reference to the service.
    package var json: String {
        switch version {
        case .three:
            JSONText.object([
                ("id", JSONText.string(address)), ("type", JSONText.string("ImageService3")),
                ("profile", JSONText.string("level\(level)")),
            ])
        case .two:
            JSONText.object([
                ("@id", JSONText.string(address)), ("@type", JSONText.string("ImageService2")),
                ("profile", JSONText.string("http://iiif.io/api/image/2/level\(level).json")),
            ])
        }
    }

    /// The thumbnails with one address, a JPEG.
    package static func thumbnail(_ address: String) -> String {
        JSONText.array([
            JSONText.object([
                ("id", JSONText.string(address)), ("type", JSONText.string("Image")),
                ("format", JSONText.string("image/jpeg")),
            ])
        ])
    }

    /// The Physical Dimensions service (https://iiif.io/api/annex/services/#physical-dimensions) of a canvas whose units are
    /// pixels.
    ///
    /// The annex is older than version 3 of the Presentation API, which wants an address and a type of each service.
    static func physicalSize(_ millimetersPerPixel: Double, ofCanvas address: String) -> String {
        JSONText.object([
            ("@context", JSONText.string("http://iiif.io/api/annex/services/physdim/1/context.json")),
            ("@id", JSONText.string("\(address)/physical-dimensions")),
            ("@type", JSONText.string("PhysicalDimensions")),
            ("profile", JSONText.string("http://iiif.io/api/annex/services/physdim")),
            ("physicalScale", JSONText.number(millimetersPerPixel)), ("physicalUnits", JSONText.string("mm")),
        ])
    }
}
