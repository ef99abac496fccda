import ArgumentParser
import ChannelImages
import CutCommand
import TileCutting
import ToolSupport

/// The command that cuts images, with its arguments in the order and sections of its help.
///
/// The two commands that are one declare the arguments themselves: in a debug build ArgumentParser checks each level of
/// option groups four times for every level above it, which would be most of the time of a test's run.
protocol CutArguments: AsyncParsableCommand {
    var images: [String] { get }
    var output: OutputArguments { get }
    var tiles: TileArguments { get }
    var values: ValueArguments { get }
    var reading: ReadingArguments { get }
    var channels: ChannelArguments { get }
    var sharding: ShardArguments { get }
    var network: NetworkArguments { get }
    var reporting: ReportingArguments { get }
}

extension CutArguments {
    /// The help of ``images``.
    static var imagesHelp: ArgumentHelp {
        ArgumentHelp("The images to cut; - reads standard input.", valueName: "image")
    }

    static var _errorPrefix: String { "tilecut: " }

    /// The request that the arguments describe.
    var request: CutRequest {
        var request = CutRequest(images: images)
        output.apply(to: &request)
        request.options.channels.ranges = reading.range.rules
        channels.apply(to: &request.options.channels)
        tiles.apply(to: &request.options)
        reading.apply(to: &request.options.decoding)
        sharding.apply(to: &request)
        request.network = network.access()
        reporting.apply(to: &request)
        return request
    }

    func validate() throws {
        guard !images.isEmpty || output.mosaicList != nil else {
            if let list = channels.composite?.channels, list.count == 1 {
                throw ValidationError(
                    "--composite takes \(list[0].text) for a channel, and there is no image. Write --composite after the image."
                )
            }
            throw ValidationError("Missing expected argument '<image> ...'")
        }
        if let valueRequest { return try validate(valueRequest) }
        try values.refuse()
        try reportingUsageErrors { try request.validate() }
    }

    /// Cuts the images; throws the exit status of the first failure, if there was one.
    func run() async throws {
        try reporting.tracing.start("tilecut")
        defer { reporting.tracing.stop("tilecut") }
        let status: ExitStatus
        if let valueRequest {
            status = await ValueRunner(valueRequest).run()
        } else {
            status = await CutRunner(request).run()
        }
        guard status == .success else { throw ExitCode(status.rawValue) }
    }
}
