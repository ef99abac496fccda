internal import ChannelImages
internal import Glibc
internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

extension DecoderServer {
    /// Opens an image with its stored samples as channels, and sends its properties; an empty message if it has none.
    func openChannels(_ contents: [UInt8]) throws {
        let request = try ChannelRequest(contents)
        let path = try prepare(request.request)
        channelsPath = path
        channels = try refusingOtherFiles { try openChannels(request, path) }
        try channel.send(.channelHeader, channels.map { ChannelHeader($0).message } ?? [])
    }

    /// Sends the samples of a rectangle.
    func sendSamples(_ contents: [UInt8]) throws {
        let request = try SampleRequest(contents)
        Self.limit(request.budget, since: Self.processorTime)
        guard let channels else { throw MessageReader.Malformed() }
        let sampleBytes = request.isAlpha ? 1 : channels.description.sampleType.byteCount
        // Checked: the other process asks for portions of limited size.
        let count = request.rect.size.area * sampleBytes
        var memory = ScratchBuffer()
        let target = UnsafeMutableRawBufferPointer(start: try memory.reserve(count), count: count)
        try refusingOtherFiles {
            if request.isAlpha {
                try channels.readAlpha(request.rect, of: request.plane, into: target)
            } else {
                try channels.read(request.rect, of: request.plane, into: target)
            }
        }
        var head = MessageWriter()
        head.add(count)
        try channel.send(.samples, head.bytes)
        try channel.send(raw: UnsafeRawBufferPointer(target))
    }

    /// Says that planes in other files than the image's cannot be read, which the sandbox forbids.
    private func refusingOtherFiles<Result>(_ read: () throws -> Result) throws -> Result {
        do {
            return try read()
        } catch let error as CodecError
            where error.file != channelsPath
            && error.message == CodecError.cannotOpen(error.file, errno: EACCES).message
        {
            let name = error.file.split(separator: "/").last ?? ""
            throw CodecError(
                .unsupported, file: channelsPath,
                "some of its planes are in the file \u{201C}\(name)\u{201D}, and a decoder process may read no other file. "
                    + "Convert it to one file, or decode it in this process.")
        }
    }
}

/// Opens an image with its stored samples as channels, as a decoder process is asked to.
func openChannelImage(_ request: ChannelRequest, path: String) throws -> (any ChannelImage)? {
    let options = request.request.options
    guard request.isStoredOnly else {
        return try openChannelImage(
            .file(path), options: options, formats: .standard, alphaIsChannel: request.alphaIsChannel)
    }
    var opening = try ImageOpening(.file(path), options: options, formats: .standard)
    opening.alphaIsChannel = request.alphaIsChannel
    return try openStoredChannels(opening)
}
