internal import Numbers

/// The directories with the planes of an image of an OME-TIFF: the elements `TiffData`.
///
/// Its cost follows the number of elements, whatever counts they state.
///
/// Source: the OME-TIFF specification, "The TiffData element".
package struct OMEPlanes: Hashable, Sendable {
    /// An axis along which planes follow each other, by its letter in `DimensionOrder`.
    package enum Axis: Character, Hashable, Sendable {
        /// Channels.
        case channel = "C"
        /// Optical sections.
        case section = "Z"
        /// Time points.
        case time = "T"
    }

    /// An element `TiffData`: planes in directories that follow each other.
    package struct Block: Hashable, Sendable {
        /// The first directory, counted from 0; nil if it is not stated.
        package var directory: Int?
        /// The plane in the first directory, counted from 0.
        package var channel = 0, section = 0, time = 0
        /// The number of planes; nil if it is not stated.
        package var planeCount: Int?
        /// The name of the file with the planes as it is stated; nil for this file.
        package var fileName: String?

        /// Creates a block that begins with the first plane in this file.
        package init() {}
    }

    /// The directory with a plane.
    package struct Location: Hashable, Sendable {
        /// The name of the file as it is stated, which may be any text; nil for this file.
        package var fileName: String?
        /// The directory, counted from 0; the file may have fewer.
        package var directory: Int

        /// The name of a file in the folder of this file; nil for this file, and for names that lead elsewhere.
        package var nameInFolder: String? { Self.nameInFolder(fileName) }

        /// Returns a stated name if it is that of a file in the folder; nil for other texts, and for none.
        package static func nameInFolder(_ fileName: String?) -> String? {
            guard let fileName, !["", ".", ".."].contains(fileName),
                !fileName.unicodeScalars.contains(where: { "/\\\0".unicodeScalars.contains($0) })
            else { return nil }
            return fileName
        }
    }

    /// The axes in the order in which planes follow each other, the fastest first; each occurs once.
    package let order: [Axis]
    /// The number of planes along each axis: samples of a color share a plane.
    package let channelCount, sectionCount, timeCount: Int
    /// The elements in the order of the document, also those that state no plane of the image.
    package let blocks: [Block]
    private let parts: [Part]
    private let byPlane: OverlappingRanges
    private let byDirectory: OverlappingRanges

    /// The planes of a block by their positions in the order of the dimensions.
    private struct Part: Hashable, Sendable {
        var planes: Range<Int>
        var directory: Int
        var fileName: String?
    }

    /// The most directories of a file that can be stated.
    private static let directoryLimit = Int(Int32.max)

    /// Creates planes; nil if the axes are not three, or a count is below 1 or exceeds that of images.
    package init?(order: [Axis], channelCount: Int, sectionCount: Int, timeCount: Int, blocks: [Block]) {
        let limit = ChannelImageDescription.planeLimit
        guard order.count == 3, Set(order).count == 3,
            (1...ChannelImageDescription.channelLimit).contains(channelCount),
            (1...limit).contains(sectionCount), (1...limit).contains(timeCount)
        else { return nil }
        self.order = order
        self.channelCount = channelCount
        self.sectionCount = sectionCount
        self.timeCount = timeCount
        let axes = Axes(order: order, counts: [.channel: channelCount, .section: sectionCount, .time: timeCount])
        self.blocks = blocks
        // Without an element, planes are in this file from its first directory on.
        parts = (blocks.isEmpty ? [Block()] : blocks).compactMap(axes.part)
        byPlane = OverlappingRanges(parts.map(\.planes))
        // Parts of other files have no directory here.
        byDirectory = OverlappingRanges(
            parts.map { part in
                CheckedNumber.range(from: part.directory, count: part.fileName == nil ? part.planes.count : 0) ?? 0..<0
            })
    }

    /// Returns the directory with a plane; nil if no element states it, or the image has no such plane.
    package func location(channel: Int, section: Int, time: Int) -> Location? {
        guard let plane = axes.position([.channel: channel, .section: section, .time: time]),
            let index = byPlane.last(with: plane)
        else { return nil }
        let part = parts[index]
        // Checked: the plane is one of the part's, and directories are limited.
        return Location(fileName: part.fileName, directory: part.directory + (plane - part.planes.lowerBound))
    }

    /// Returns the plane in a directory of this file, counted from 0; nil if it has none.
    package func plane(inDirectory directory: Int) -> ChannelPlane? {
        guard let index = byDirectory.last(with: directory) else { return nil }
        // Checked: the directory is one of the part's.
        return axes.plane(at: parts[index].planes.lowerBound + (directory - parts[index].directory))
    }

    private var axes: Axes {
        Axes(order: order, counts: [.channel: channelCount, .section: sectionCount, .time: timeCount])
    }

    /// The arithmetic of planes that follow each other.
    private struct Axes {
        var order: [Axis]
        var counts: [Axis: Int]

        /// The number of planes: up to 2^50.
        var total: Int { order.reduce(1) { CheckedNumber.product($0, counts[$1] ?? 1) ?? 0 } }

        /// The position of a plane; nil if there is none.
        func position(_ indices: [Axis: Int]) -> Int? {
            var position = 0
            var step = 1
            for axis in order {
                guard let count = counts[axis], let index = indices[axis], index >= 0, index < count else { return nil }
                // Checked: the total is below 2^51.
                position += index * step
                step *= count
            }
            return position
        }

        /// The plane at a position.
        func plane(at position: Int) -> ChannelPlane {
            var rest = position
            var plane = ChannelPlane()
            for axis in order {
                let count = counts[axis] ?? 1
                switch axis {
                case .channel: plane.channel = rest % count
                case .section: plane.section = rest % count
                case .time: plane.time = rest % count
                }
                rest /= count
            }
            return plane
        }

        /// The planes of a block; nil if it has none.
        ///
        /// A missing directory is the first, and a missing number of planes is 1 if a directory is stated, or else all that
        /// are left.
        func part(_ block: Block) -> Part? {
            let directory = block.directory ?? 0
            let stated = block.planeCount ?? (block.directory == nil ? total : 1)
            guard let first = position([.channel: block.channel, .section: block.section, .time: block.time]),
                stated > 0, directory >= 0, directory <= OMEPlanes.directoryLimit,
                let planes = CheckedNumber.range(from: first, count: min(stated, total - first))
            else { return nil }
            return Part(planes: planes, directory: directory, fileName: block.fileName)
        }
    }
}
