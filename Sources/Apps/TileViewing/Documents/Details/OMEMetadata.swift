internal import Numbers
internal import XMLDocuments

/// The channel, the depth and the time that the directories of an OME-TIFF show.
///
/// See the OME-TIFF specification, and the OME data model of 2016-06.
struct OMEMetadata: Hashable, Sendable {
    /// The sizes of an image, and the names of its channels.
    private struct Image: Hashable, Sendable {
        var name: String
        var order: [Character]
        var sizes: [Character: Int]
        var channels: [String?]

        /// The number of planes.
        var planeCount: Int { CheckedNumber.product(sizes["Z"] ?? 1, sizes["C"] ?? 1, sizes["T"] ?? 1) ?? 0 }
    }

    /// A plane of an image, by its indices from 0.
    private struct Plane: Hashable, Sendable {
        var image: Int
        var indices: [Character: Int]
    }

    private var images: [Image] = []
    /// The plane of each directory, counted from 0.
    private var planes: [Int: Plane] = [:]
    /// The planes that have been stated, also those that others have replaced: a short text may state all of them many times.
    private var statedCount = 0

    /// The most planes, as many as directories are read.
    private static let planeLimit = 1 << 16
    /// The most letters of a name.
    private static let nameLimit = 60

    /// Parses the description of a file's first directory; nil if it is no OME-XML.
    ///
    /// - Parameters:
    ///   - description: the text.
    ///   - name: the file's name; planes that are in other files are left out.
    init?(_ description: String, name: String) {
        // Most descriptions are no XML, and a parser of megabytes is not worth the attempt.
        guard description.prefix(2000).contains("<OME"),
            let root = try? XMLElement(parsing: Array(description.utf8)), root.name == "OME"
        else { return nil }
        for element in root.children where element.name == "Image" {
            guard let pixels = element.child("Pixels"), let image = Self.image(element, pixels) else { continue }
            images.append(image)
            let blocks = pixels.children.filter { $0.name == "TiffData" }
            if blocks.isEmpty { addPlanes([:], of: image) }
            for block in blocks where Self.isIn(name, block) { addPlanes(block.attributes, of: image) }
        }
        guard !planes.isEmpty else { return nil }
    }

    /// The text for a directory, counted from 0: "channel DAPI, z 3 of 12"; nil if it shows no plane, or the only one.
    func label(ofDirectory index: Int) -> String? {
        guard let plane = planes[index] else { return nil }
        let image = images[plane.image]
        var parts: [String] = []
        if images.count > 1 {
            parts.append(image.name.isEmpty ? "image \(plane.image + 1) of \(images.count)" : "image \(image.name)")
        }
        let channel = plane.indices["C"] ?? 0
        let channelCount = image.sizes["C"] ?? 1
        if image.channels.indices.contains(channel), let name = image.channels[channel] {
            parts.append("channel \(name)")
        } else if channelCount > 1 {
            parts.append("channel \(channel + 1) of \(channelCount)")
        }
        for (axis, label) in [("Z", "z"), ("T", "t")] as [(Character, String)] {
            let count = image.sizes[axis] ?? 1
            if count > 1 { parts.append("\(label) \((plane.indices[axis] ?? 0) + 1) of \(count)") }
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Reads an image's sizes and names; nil if they are no sizes.
    private static func image(_ element: XMLElement, _ pixels: XMLElement) -> Image? {
        let order = Array((pixels.attributes["DimensionOrder"] ?? "XYZCT").dropFirst(2))
        guard Set(order) == ["Z", "C", "T"], order.count == 3 else { return nil }
        func number(_ text: String?) -> Int? { text.flatMap { CheckedNumber.integer($0, in: 1...planeLimit) } }
        guard let z = number(pixels.attributes["SizeZ"]), let c = number(pixels.attributes["SizeC"]),
            let t = number(pixels.attributes["SizeT"])
        else { return nil }
        let channels = pixels.children.filter { $0.name == "Channel" }
        // The samples of an RGB channel share a directory; SizeC counts them one by one.
        let perPlane = channels.first.flatMap { number($0.attributes["SamplesPerPixel"]) } ?? 1
        return Image(
            name: element.attributes["Name"].map(shortened) ?? "", order: order,
            sizes: ["Z": z, "C": max(1, c / perPlane), "T": t],
            channels: channels.map { $0.attributes["Name"].map(shortened).flatMap { $0.isEmpty ? nil : $0 } })
    }

    private static func shortened(_ name: String) -> String { String(name.prefix(nameLimit)) }

    /// Whether a block of planes is in the file of this name.
    private static func isIn(_ name: String, _ block: XMLElement) -> Bool {
        guard let file = block.child("UUID")?.attributes["FileName"] else { return true }
        return file == name
    }

    /// Adds the planes of a TiffData element with these attributes; those that are not stated follow in the order of the
    /// dimensions.
    private mutating func addPlanes(_ attributes: [String: String], of image: Image) {
        func number(_ name: String) -> Int? {
            attributes[name].flatMap { CheckedNumber.integer($0, in: 0...Self.planeLimit) }
        }
        let directory = number("IFD")
        let count = number("PlaneCount") ?? (directory == nil ? image.planeCount : 1)
        var first = 0
        var step = 1
        for axis in image.order {
            // Checked: each factor is at most 65536.
            first += (number("First\(axis)") ?? 0) * step
            step = CheckedNumber.product(step, image.sizes[axis] ?? 1) ?? step
        }
        guard step <= Self.planeLimit else { return }
        // Checked: the first is at least 0, and no more are left than the limit.
        let stated = min(count, step - min(first, step), Self.planeLimit - statedCount)
        statedCount += stated
        for offset in 0..<stated {
            var rest = first + offset
            var indices: [Character: Int] = [:]
            for axis in image.order {
                let size = image.sizes[axis] ?? 1
                indices[axis] = rest % size
                rest /= size
            }
            planes[(directory ?? 0) + offset] = Plane(image: images.count - 1, indices: indices)
        }
    }
}
