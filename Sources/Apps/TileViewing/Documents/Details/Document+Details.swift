internal import Dispatch
internal import FilePyramids
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

/// The details of a file that are not needed to show it: pages, color profile, place and stored samples.
struct DocumentDetails: Sendable {
    private(set) var pages: ImagePages?
    private(set) var profile: String?
    private(set) var place: ImagePlace?
    private(set) var storedSamples: String?
    /// The size of a pixel in a pyramid; that of a plain image is known with its format.
    private(set) var resolution: PixelResolution?

    /// Reads the details of a plain image; blocks while it reads headers.
    init(of path: String, _ image: ImageInfo, _ options: DocumentOptions) {
        pages = ImagePages(of: path, shown: options.page, count: image.pageCount)
        storedSamples = Self.storedSamples(of: path, options)
        if ImageFormats.standard[name: image.container]?.embedsProfiles ?? false {
            profile = (try? ICCProfile.embeddedName(in: .file(path), options: options.decoding)) ?? nil
        }
        place = ImagePlace(of: path, page: options.page, size: image.size, image: image)
    }

    private static func storedSamples(of path: String, _ options: DocumentOptions) -> String? {
        let reader = try? PixelValueReader(.file(path), page: options.page, limits: options.limits)
        return reader?.sampleType
    }

    /// Reads the details of a pyramid in a TIFF; blocks while it reads headers.
    init(ofTIFF pyramid: OpenedPyramid, _ options: DocumentOptions) {
        place = ImagePlace(of: pyramid.path, page: 1, size: pyramid.source.pyramid.size)
        storedSamples = Self.storedSamples(of: pyramid.path, options)
        pages = ImagePages(of: pyramid.path, shown: options.page, count: nil)
        resolution = try? PixelPitch.resolution(of: .file(pyramid.path))
        profile = (try? ICCProfile.embeddedName(in: .file(pyramid.path), options: options.decoding)) ?? nil
    }
}

extension Document {
    /// The page that is shown, counted from 1.
    public var page: Int { options.page }

    /// The identifier of the image in a viewer: the path, followed by the page unless it is the first.
    var identity: String { page == 1 ? path : "\(path)#\(page)" }

    /// Adds the details of a plain image to the state; blocks while it reads headers.
    func readDetails(of image: ImageInfo) {
        let details = DocumentDetails(of: path, image, options)
        update { $0.add(details) }
    }

    /// Whether a pyramid's file says more than its metadata: that of a TIFF, which is not read over the network.
    static func hasDetails(_ pyramid: OpenedPyramid) -> Bool {
        pyramid.format == .tiff && !PyramidLocation(pyramid.path).isRemote
    }

    /// Adds the details of a pyramid to the state, in the background.
    func readDetails(of pyramid: OpenedPyramid) {
        guard Self.hasDetails(pyramid) else { return }
        queue.async {
            let details = DocumentDetails(ofTIFF: pyramid, self.options)
            self.update { $0.add(details) }
        }
    }
}

extension DocumentState {
    /// Adds what was read beyond what is needed to show the image.
    mutating func add(_ details: DocumentDetails) {
        isReadingDetails = false
        metadata.pages = details.pages
        metadata.profile = details.profile
        metadata.place = details.place
        metadata.storedSamples = details.storedSamples
        metadata.setResolution(details.resolution)
    }
}
