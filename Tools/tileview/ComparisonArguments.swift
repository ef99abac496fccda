import ArgumentParser
import TileViewing

/// The arguments for the comparison of files.
struct ComparisonArguments: ParsableArguments {
    @Flag(help: "Compare the first file with the others, 2 to 4 in all; w goes on to the next way of comparing.")
    var compare = false

    @Option(
        help: ArgumentHelp(
            "The way of comparing: side-by-side, curtain[,position from 0 to 1], blink or difference[,1|4|16]. (default: "
                + "side-by-side)", valueName: "way"))
    var compareBy: Comparison?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Move the second image by these of its pixels, and enlarge it by a factor.", valueName: "x,y[,scale]"))
    var correction: RegistrationCorrection?

    /// The comparison that is asked for; nil if none is.
    var comparison: Comparison? {
        guard compare || compareBy != nil || correction != nil else { return nil }
        var comparison = compareBy ?? Comparison()
        comparison.correction = correction ?? RegistrationCorrection()
        return comparison
    }

    /// Checks the number of files.
    func validate(files: [String]) throws {
        guard comparison != nil, !(2...Comparison.imageLimit).contains(files.count) else { return }
        let count = files.count == 1 ? "1 is" : "\(files.count) are"
        throw ValidationError("--compare takes 2 to \(Comparison.imageLimit) files; \(count) given.")
    }
}
