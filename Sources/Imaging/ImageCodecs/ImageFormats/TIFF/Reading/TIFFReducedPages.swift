internal import ImageSources
internal import CTIFF
internal import TilePyramid

/// Finds the pages of a TIFF that may be reduced resolutions of one of its pages.
enum TIFFReducedPages {
    /// A page: its size, and the offset of its directory.
    typealias Page = (size: PixelSize, directory: UInt64)

    /// The maximum number of pages, and of SubIFDs, that are examined.
    static let pageLimit = 256

    /// The candidates: the SubIFDs of libtiff's current page, and those pages of the file that are declared as reduced
    /// images or are tiled, as all levels of slides are; masks are excluded.
    ///
    /// Thumbnails and labels of slides are in strips. Pages that cannot be read are skipped.
    static func pages(of file: TIFFFile) -> [Page] {
        let own = file.withHandle { TIFFCurrentDirOffset($0) }
        guard let other = try? TIFFFile(sharing: file, directory: own) else { return [] }
        var pages = subdirectories(of: other).prefix(pageLimit).compactMap { directory -> Page? in
            guard other.succeeds({ TIFFSetSubDirectory($0, directory) != 0 }) else { return nil }
            return page(of: other, isSubdirectory: true)
        }
        for number in 0..<UInt32(pageLimit) {
            guard other.succeeds({ TIFFSetDirectory($0, number) != 0 }) else { break }
            if let page = page(of: other, isSubdirectory: false), page.directory != own { pages.append(page) }
            if other.withHandle({ TIFFLastDirectory($0) != 0 }) { break }
        }
        return pages
    }

    private static func subdirectories(of file: TIFFFile) -> [UInt64] {
        var count = UInt16(0)
        var list = UnsafeMutablePointer<UInt64>?.none
        let isThere = file.withHandle { ctiff_get_uint64_list($0, UInt32(TIFFTAG_SUBIFD), &count, &list) != 0 }
        guard isThere, let list else { return [] }
        return Array(UnsafeBufferPointer(start: list, count: Int(count)))
    }

    private static func page(of file: TIFFFile, isSubdirectory: Bool) -> Page? {
        let tags = TIFFTags(file)
        let kind = Int32(bitPattern: tags.uint32(TIFFTAG_SUBFILETYPE) ?? 0)
        let isTiled = file.withHandle { TIFFIsTiled($0) != 0 }
        guard kind & FILETYPE_MASK == 0, isSubdirectory || isTiled || kind & FILETYPE_REDUCEDIMAGE != 0,
            let width = tags.uint32(TIFFTAG_IMAGEWIDTH), let height = tags.uint32(TIFFTAG_IMAGELENGTH)
        else { return nil }
        return (PixelSize(width: Int(width), height: Int(height)), file.withHandle { TIFFCurrentDirOffset($0) })
    }
}

extension TIFFImageSource: ReducedResolutionSource {
    func reduced(to size: PixelSize) throws -> (any ImageSource)? {
        guard validity.holdsForReducedCopies else { return nil }
        var options = options
        switch validity.statement {
        case nil: options.nodata = .none
        case .nodata(_, let values): options.nodata = .values(values)
        // A copy has a mask of its own.
        case .mask: options.nodata = .stated
        }
        for page in reducedPages where page.size == size {
            let source = try TIFFImageSource.open(directory: page.directory, of: blocks.file, options: options)
            if let source, source.info.layout == info.layout, source.info.profile == info.profile,
                source.orientation == orientation, source.validity.hasSameKind(as: validity)
            {
                return source
            }
        }
        return nil
    }
}
