internal import ChannelImages
internal import ImageMetadata

/// Reads what the directories of an OME-TIFF state of their channels beside its XML: GDAL's metadata, no-data values and ranges.
struct TIFFChannelStatements {
    private let file: TIFFChannelFile
    private let options: DecodeOptions

    /// The most bytes of GDAL's metadata in all directories.
    static let byteLimit = 32 << 20

    /// Prepares the reading of a file.
    init(_ file: TIFFChannelFile, _ options: DecodeOptions) {
        self.file = file
        self.options = options
    }

    /// Reads the statements about all channels.
    ///
    /// Only files are searched whose first directory has a tag of GDAL, as most have none.
    ///
    /// - Parameters:
    ///   - planes: the planes of the image.
    ///   - first: the page of the first plane.
    ///   - count: the number of a pixel's samples that are channels.
    /// - Returns: the channels; nil for other images, and if one of the directories is in another file or cannot be read.
    func channels(of planes: TIFFChannelPlanes, first: TIFFChannelPage, count: Int) -> [ChannelDescription]? {
        guard case .ome(let image) = planes.order,
            first.directory.has(.gdalMetadata) || first.directory.has(.gdalNodata)
        else { return nil }
        var channels: [ChannelDescription] = []
        var left = Self.byteLimit
        for channel in 0..<planes.channelCount {
            // Checked: one of the samples, up to the most channels of an image.
            let plane = ChannelPlane(channel: channel * image.samplesPerPixel)
            guard let location = image.location(of: plane), location.fileName == nil,
                let offset = file.offset(ofDirectory: location.directory),
                let page = (try? file.page(at: offset)) ?? nil
            else { return nil }
            let metadata = TIFFChannelMetadata(page, options, keepsAlpha: true)
            guard metadata.channelSamples.count == count else { return nil }
            var found = metadata.channels(nil)
            if let text = TIFFPageDescription.gdalText(page.directory) {
                left -= text.utf8.count
                guard left >= 0 else { return nil }
                (try? GDALMetadata(text))?.apply(to: &found)
            }
            channels += found
        }
        return channels
    }
}
