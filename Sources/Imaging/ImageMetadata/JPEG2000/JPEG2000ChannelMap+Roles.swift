extension JPEG2000ChannelMap {
    /// The roles of the channels in the channel definitions.
    struct Roles {
        private let definitions: [JPEG2000HeaderBoxes.ChannelDefinition]
        /// The channels that may be colors.
        private let candidates: [Int]

        init(_ definitions: [JPEG2000HeaderBoxes.ChannelDefinition], count: Int) {
            self.definitions = definitions
            // The first definition of a channel counts. A file can have half a million channels and 65,535 definitions.
            let kinds = Dictionary(definitions.map { ($0.channel, $0.kind) }) { first, _ in first }
            candidates = (0..<count).filter { kinds[$0] ?? 0 == 0 }
        }

        /// The number of channels that may be colors.
        var count: Int { candidates.count }

        /// The first color channel.
        var first: Int? { colors(1)?.first ?? candidates.first }

        /// The channels of colors 1 to `count`; nil when there are too few.
        ///
        /// A color that no definition names is the channel at its place.
        func colors(_ count: Int) -> [Int]? {
            guard candidates.count >= count else { return nil }
            let found = (1...count).map { color in
                definitions.first { $0.kind == 0 && $0.association == color }?.channel
                    ?? (definitions.isEmpty ? candidates[color - 1] : candidates.first { $0 == color - 1 })
            }
            let indices = found.compactMap { $0 }
            return Set(indices).count == count ? indices : nil
        }

        /// The channel of opacity of the whole image.
        func alpha(isGray: Bool) -> (channel: Int, isPremultiplied: Bool)? {
            // Opacity of the only color is that of the image.
            let found = definitions.first { definition in
                (definition.kind == 1 || definition.kind == 2)
                    && (definition.association == 0 || isGray && definition.association == 1)
            }
            return found.map { ($0.channel, $0.kind == 2) }
        }
    }
}
