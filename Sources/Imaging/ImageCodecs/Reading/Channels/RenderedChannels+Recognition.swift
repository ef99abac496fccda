package import ChannelImages
package import ImageMetadata
internal import PixelKernels

extension RenderedChannels {
    /// The photometric interpretations of samples that are not colors: 0 is white, 0 is black.
    private static let shades = 0...1

    /// Opens a TIFF of which much would be lost if it was opened as one picture, although nobody has asked for its channels.
    ///
    /// Its pixels are not stored as colors, and it has several channels. Only headers are read.
    ///
    /// - Parameters:
    ///   - input: the image.
    ///   - options: how the image is read.
    ///   - countsValues: whether one channel is enough if a picture would lose its values: more than 8 bits, or the sections and
    ///     times of a stack that its file describes; `false` by default.
    /// - Returns: nil for an image that is opened as one picture, and for one that cannot be opened as channels.
    /// - Throws: ``CodecError`` when the file cannot be read.
    package static func openUnasked(
        _ input: ImageInput, options: DecodeOptions, countsValues: Bool = false
    ) throws -> (any ChannelImage)? {
        guard options.page == 1, options.depth == .eight, !options.keepProfile else { return nil }
        let opening = try ImageOpening(input, options: options, formats: .standard)
        guard let format = opening.formats.formats(of: opening.bytes).first, format.name == ImageFormat.tiff.name,
            let page = TIFFDirectory(page: 0, read: opening.bytes.read),
            let photometric = page.integer(.photometric), shades.contains(photometric),
            // Pictures in shades of gray are the most; no other page of theirs is read.
            !countsValues || !isPicture(page),
            // What is wrong with the file is found, or forgiven, when it is opened as a picture.
            let image = try? openStoredChannels(opening)
        else { return nil }
        let description = image.description
        if description.channels.count > 1 { return image }
        guard countsValues else { return nil }
        let isStack = description.sectionCount > 1 || description.timeCount > 1
        return description.sampleType != .uint8 || isStack && describesStack(page) ? image : nil
    }

    /// Whether a page has one sample of up to 8 bits for each pixel, and says nothing of other pages.
    private static func isPicture(_ page: TIFFDirectory) -> Bool {
        page.integer(.samplesPerPixel) ?? 1 == 1 && page.integer(.bitsPerSample) ?? 1 <= 8
            && !page.has(.imageDescription)
    }

    /// Whether a page says that the pages of its file are sections or times: pages of a document are not.
    private static func describesStack(_ page: TIFFDirectory) -> Bool {
        guard let text = TIFFPageDescription.text(page) else { return false }
        return ImageJDescription(text) != nil || (try? OMEDocument(text, file: "")) != nil
    }
}
