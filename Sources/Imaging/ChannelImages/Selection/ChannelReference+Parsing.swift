extension ChannelReference {
    /// Reads numbers or names with commas between them; nil if one is empty, or if there are too many.
    public static func list(_ text: String) -> [ChannelReference]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            String(part.drop { $0 == " " })
        }
        guard parts.count <= ChannelImageDescription.channelLimit, !parts.contains("") else { return nil }
        return parts.map { ChannelReference($0) }
    }
}
