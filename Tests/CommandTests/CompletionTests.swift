import Foundation
import TestLimits
import Testing

@Suite(.timeLimited) struct `Completions of the tools` {
    /// A command, as the argument parser describes it.
    private struct Command: Decodable {
        var commandName: String
        var arguments: [Argument]?
        var subcommands: [Command]?

        /// The arguments of the command and of its subcommands.
        var allArguments: [Argument] { (arguments ?? []) + (subcommands ?? []).flatMap(\.allArguments) }
    }

    private struct Argument: Decodable {
        struct Completion: Decodable {
            struct List: Decodable {
                var values: [String]
            }
            var list: List?
        }
        struct Name: Decodable {
            var name: String
        }
        var preferredName: Name?
        var allValues: [String]?
        var completionKind: Completion?
    }

    private struct Description: Decodable {
        var command: Command
    }

    @Test(arguments: [
        ("tilecut", ["layout", "container", "format", "chroma", "depth", "colormap", "codec", "lossless"]),
        ("tileserve", ["allow-loss"]),
        ("tileview", ["wheel", "sort", "renderer"]),
    ])
    func `Options with a list of values complete it`(tool: String, names: [String]) throws {
        let outcome = try BuiltTool.run(["--experimental-dump-help"], in: ScratchFolder(), tool: tool)
        let description = try JSONDecoder().decode(Description.self, from: Data(outcome.output.utf8))
        let listed = description.command.allArguments.filter { !($0.allValues ?? []).isEmpty }
        #expect(Set(names).isSubset(of: listed.compactMap { $0.preferredName?.name }))
        for argument in listed {
            let name = argument.preferredName?.name ?? "a positional argument"
            #expect(argument.completionKind?.list?.values == argument.allValues, "\(name)")
        }
    }
}
