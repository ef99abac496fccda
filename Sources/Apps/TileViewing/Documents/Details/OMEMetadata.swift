internal import ChannelImages

/// The channel, the depth and the time that the directories of an OME-TIFF show.
struct OMEMetadata: Hashable, Sendable {
    private var images: [OMEImage]

    /// The most letters of a name.
    private static let nameLimit = 60

    /// Parses the description of a file's first directory; nil if it is not OME-XML, or describes no image that can be read.
    ///
    /// - Parameters:
    ///   - description: the text.
    ///   - name: the file's name; planes that are in other files are left out.
    init?(_ description: String, name: String) {
        guard let document = try? OMEDocument(description, file: name) else { return nil }
        images = document.images.compactMap { try? $0.get() }
        if images.isEmpty { return nil }
    }

    /// The text for a directory, counted from 0: "channel DAPI, z 3 of 12"; nil if it shows no plane, or the only one.
    func label(ofDirectory index: Int) -> String? {
        // Of images that state the same directory, the last one counts, as in one image.
        for (number, image) in images.enumerated().reversed() {
            guard let plane = image.planes.plane(inDirectory: index) else { continue }
            return label(of: plane, in: image, number: number)
        }
        return nil
    }

    private func label(of plane: ChannelPlane, in image: OMEImage, number: Int) -> String? {
        var parts: [String] = []
        if images.count > 1 {
            parts.append(image.name.map { "image \(shortened($0))" } ?? "image \(number + 1) of \(images.count)")
        }
        if let name = image.channels[plane.channel].name {
            parts.append("channel \(shortened(name))")
        } else if image.channels.count > 1 {
            parts.append("channel \(plane.channel + 1) of \(image.channels.count)")
        }
        let axes = [("z", plane.section, image.planes.sectionCount), ("t", plane.time, image.planes.timeCount)]
        for (axis, position, count) in axes where count > 1 { parts.append("\(axis) \(position + 1) of \(count)") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private func shortened(_ name: String) -> String { String(name.prefix(Self.nameLimit)) }
}
