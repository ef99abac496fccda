internal import Concurrency
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

/// The pages of a document as a manifest lists them.
struct DocumentPages: Hashable {
    /// A page.
    struct Page: Hashable {
        /// The number, counted from 1.
        var number: Int
        /// The upright size.
        var size: PixelSize
    }

    /// The pages in their order; at least one.
    private(set) var pages: [Page]

    /// A text in the description of an OME-TIFF, whose pages are planes of one image; those of a slide are its levels.
    private static let planesMark = "openmicroscopy.org"
    /// The formats whose pages are counted when a file is opened, and are not frames of an animation.
    private static let countedFormats: Set = ["PDF"]

    /// Reads the pages of a document, and decodes none.
    ///
    /// The directories of a TIFF are read once. Each page of a PDF is opened for its size. When that exceeds the processor time of
    /// an answer, the pages that remain get the size of the last one.
    ///
    /// - Parameters:
    ///   - image: the first page, or another page, which is listed alone.
    ///   - limits: the most pages, and how images are opened.
    init(of image: ServedImage, _ limits: ServingLimits) {
        let entry = image.entry
        pages = [Page(number: entry.page, size: image.size)]
        guard entry.page == 1, entry.isImageFile, image.channels == nil else { return }
        let limit = max(1, limits.manifestCanvases)
        if let bytes = try? ImageBytes(.file(entry.path)), let list = TIFFPageList(bytes) {
            let description = list.description ?? ""
            guard !description.contains(Self.planesMark), SlideDescription(description) == nil else { return }
            // The first page has been opened already; pages without a size cannot be.
            for (number, size) in zip(list.numbers, list.sizes) where number > 1 && pages.count < limit {
                if let size { pages.append(Page(number: number, size: size)) }
            }
            return
        }
        guard let info = try? openImage(.file(entry.path), options: limits.decoding).info,
            Self.countedFormats.contains(info.container), let count = info.pageCount, count > 1
        else { return }
        guard limit > 1 else { return }
        var size = image.size
        for number in 2...min(count, limit) {
            if (ProcessorTimeBudget.current?.rest ?? 0) > 0, let page = entry.page(number),
                let opened = try? openImage(.file(entry.path), options: limits.decoding(of: page)).info.size
            {
                size = opened
            }
            pages.append(Page(number: number, size: size))
        }
    }
}
