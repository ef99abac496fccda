package import ImageSources

extension ImageInfo {
    /// The warning about channels that a picture does not have: those that are read by their channels have them.
    package static let leftOutChannelsWarning =
        "channels that are neither color nor declared as transparency are left out."
}
