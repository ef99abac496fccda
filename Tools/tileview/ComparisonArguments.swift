import ArgumentParser
import TileViewing

/// The arguments for the comparison of files.
struct ComparisonArguments: ParsableArguments {
    @Flag(help: "Compare the first file with the others, 2 to 9 in all; w goes on to the next way of comparing.")
    var compare = false

    @Option(
        help: ArgumentHelp(
            "The way of comparing: side-by-side, curtain[,position from 0 to 1], blink, difference[,1|4|16] or "
                + "overlay[,opacity from 0 to 1[,normal|multiply|screen|difference]]. (default: side-by-side)",
            valueName: "way"))
    var compareBy: Comparison?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Lay the point x, y of the second image over the point a·x + c·y + tx, b·x + d·y + ty of the first one.",
            valueName: "a,b,c,d,tx,ty"))
    var placement: ImagePlacement?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Move the second image by these of its pixels, and enlarge it by a factor.", valueName: "x,y[,scale]"))
    var correction: RegistrationCorrection?

    /// The comparison that is asked for; nil if none is.
    var comparison: Comparison? {
        guard compare || compareBy != nil || placement != nil || correction != nil else { return nil }
        var comparison = compareBy ?? Comparison()
        comparison.placement = placement
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
