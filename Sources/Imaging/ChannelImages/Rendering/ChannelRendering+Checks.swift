package import ImageMetadata

extension ChannelRendering {
    /// Checks that an image has all planes of the rendering.
    ///
    /// - Parameters:
    ///   - description: the description of the image.
    ///   - level: the level, counted from full size.
    ///   - file: the name of the file in messages.
    /// - Throws: `CodecError` that says what the image lacks.
    package func check(_ description: ChannelImageDescription, level: Int = 0, file: String) throws(CodecError) {
        func check(_ index: Int, _ count: Int, _ noun: String) throws(CodecError) {
            guard index < 0 || index >= count else { return }
            let present = count == 1 ? "one \(noun)" : "\(count) \(noun)s"
            throw CodecError(
                .invalidRequest, file: file,
                "the image has \(present), and \(noun) \(index + 1) is wanted. Choose one of 1 to \(count).")
        }
        for channel in channels { try check(channel, description.channels.count, "channel") }
        try check(section, description.sectionCount, "section")
        try check(time, description.timeCount, "time point")
        try check(level, description.levels.count, "level")
    }
}
