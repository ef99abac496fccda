internal import ChannelImages
internal import FilePyramids

extension ChannelRendering {
    /// The most items of a link's text: more than a rendering has names.
    private static let linkItemLimit = 64

    /// The rendering as a word without spaces, as the query of an address has it: `channels=1,2&range=0..4000,0..900`.
    ///
    /// - Parameter image: the description of the image.
    /// - Returns: the word.
    func link(of image: ChannelImageDescription) -> String {
        queryItems(of: image).map { name, value in
            // Commas separate numbers, and need no escapes.
            "\(name)=\(PercentEncoding.encoded(value).replacing("%2C", with: ","))"
        }.joined(separator: "&")
    }

    /// Reads the text of a link.
    ///
    /// - Throws: `CodecError` for texts that the image does not suit.
    init(link text: some StringProtocol, in channels: DocumentChannels) throws {
        let parts = text.split(separator: "&", maxSplits: Self.linkItemLimit)
        let items = parts.map { part in
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                name: PercentEncoding.decoded(words[0]), value: PercentEncoding.decoded(words.dropFirst().first ?? "")
            )
        }
        try self.init(queryItems: items, of: channels.description, automatic: channels.automatic)
    }
}

extension Document {
    /// The present rendering of the channels as a word without spaces; nil for the automatic one, and without channels.
    var renderingLink: String? {
        guard let channels, let rendering = channelRendering, rendering != channels.automatic else { return nil }
        return rendering.link(of: channels.description)
    }

    /// Returns the rendering that a kept word names; nil if there is none, or if it no longer suits the image.
    func rendering(link: String?) -> ChannelRendering? {
        guard let channels, let link else { return nil }
        return try? ChannelRendering(link: link, in: channels)
    }
}
