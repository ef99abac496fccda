internal import ChannelImages
internal import ImageMetadata
internal import Numbers

/// The directories with the planes of an image.
///
/// Planes are counted by the channels that have directories of their own, then sections, then time points.
struct TIFFChannelPlanes: Sendable {
    /// The ways in which planes are found.
    enum Order: Sendable {
        /// Directories by their offsets, in the order of planes.
        case pages([Int])
        /// Planes that follow each other from an offset on, without directories.
        case contiguous(offset: Int, planeBytes: Int)
        /// Directories that OME-XML states.
        case ome(OMEImage)
    }

    /// The way in which planes are found.
    var order: Order
    /// The number of channels that have directories of their own.
    var channelCount = 1
    /// The number of sections and time points.
    var sectionCount = 1, timeCount = 1

    /// The number of planes.
    // Checked: the counts are limited by those of descriptions, 1024 and 2^20 each.
    var count: Int { channelCount * sectionCount * timeCount }

    /// Returns the number of a plane, with its channel among those that have directories of their own.
    func number(channel: Int, _ plane: ChannelPlane) -> Int {
        // Checked: the plane is one of the image's.
        channel + channelCount * (plane.section + sectionCount * plane.time)
    }

    /// Finds the planes of the page that was asked for.
    ///
    /// A page other than the first one is an image of its own. The first one begins an image that OME-XML or ImageJ describes,
    /// or the channels of a QPTIFF, or else a stack of all pages with its size and type: these are sections, as in ImageJ. (tifffile calls them images, and
    /// Bio-Formats takes them for time points.) Pages of other sizes, such as thumbnails, are left out.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - page: the page.
    ///   - description: the description of the page.
    ///   - search: the pages of the file; nil for a page that is an image of its own, or that OME-XML describes.
    ///   - allowTruncated: whether planes may be missing.
    /// - Returns: the planes.
    /// - Throws: ``CodecError`` when the file ends before the planes that ImageJ states.
    static func find(
        _ file: TIFFChannelFile, _ page: TIFFChannelPage, _ description: TIFFPageDescription, _ search: TIFFStackPages?,
        allowTruncated: Bool
    ) throws -> TIFFChannelPlanes {
        guard let search else {
            return description.ome.map(TIFFChannelPlanes.init)
                ?? TIFFChannelPlanes(order: .pages([page.directory.start]))
        }
        let pages = Array(search.full.prefix(ChannelImageDescription.planeLimit))
        let sections = TIFFChannelPlanes(order: .pages(pages), sectionCount: pages.count)
        if description.isQPTIFF, pages.count <= ChannelImageDescription.channelLimit {
            return TIFFChannelPlanes(order: .pages(pages), channelCount: pages.count)
        }
        guard let stack = description.imageJ else { return sections }
        var planes = TIFFChannelPlanes(
            order: .pages(pages), channelCount: stack.channelCount, sectionCount: stack.sectionCount,
            timeCount: stack.timeCount)
        guard stack.isContiguous(directoryCount: search.count), page.isReadByRows, page.planes == 1, !page.isTiled
        else {
            // What ImageJ states of other pages says nothing of these.
            return planes.count <= pages.count ? planes : sections
        }
        let planeBytes = page.contiguous(at: 0).blockBytes
        let start = try file.extent(of: 0, in: page).offset
        planes.order = .contiguous(offset: start, planeBytes: planeBytes)
        let end = CheckedNumber.product(planeBytes, planes.count).flatMap { CheckedNumber.sum($0, start) }
        guard start > 0, allowTruncated || (end ?? .max) <= file.file.size else {
            throw CodecError(
                .truncated, file: file.name,
                "the file ends before the last of its \(planes.count) planes. Get a complete copy.")
        }
        return planes
    }

    /// The error for a file with planes of several kinds.
    static func differ(_ file: TIFFChannelFile) -> CodecError {
        CodecError(
            .unsupported, file: file.name,
            "its planes differ in size or type, so that they are not an image of several channels, sections or times. "
                + "Open them page by page.")
    }

    /// Takes the planes of an image of OME-XML.
    private init(_ image: OMEImage) {
        self.init(
            order: .ome(image), channelCount: image.planes.channelCount, sectionCount: image.planes.sectionCount,
            timeCount: image.planes.timeCount)
    }

    /// Creates planes along their axes, one along each by default.
    init(order: Order, channelCount: Int = 1, sectionCount: Int = 1, timeCount: Int = 1) {
        self.order = order
        self.channelCount = channelCount
        self.sectionCount = sectionCount
        self.timeCount = timeCount
    }
}
