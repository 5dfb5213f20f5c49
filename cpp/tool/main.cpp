// kibitz-core perft DEPTH | solve | maxn: reads deals, one line of text each, from standard input.
// For sanitizers and profilers; people use the Python command.
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>

#include "kibitz/notation.hpp"
#include "kibitz/perft.hpp"
#include "kibitz/solver.hpp"

namespace {

void run(std::string_view command, int depth, const std::string& text, kibitz::Solver& solver) {
  const kibitz::Position position(kibitz::parse_deal(text));
  if (command == "perft") {
    std::cout << kibitz::perft(position, depth) << '\n';
    return;
  }
  if (command == "maxn") {
    const kibitz::VectorAnswer answer = solver.maxn(position, {});
    for (int seat = 0; seat < position.players(); ++seat) {
      std::cout << answer.values[static_cast<std::size_t>(seat)] << ' ';
    }
    std::cout << "nodes " << answer.nodes << " seconds " << answer.seconds << '\n';
    return;
  }
  kibitz::Query query;
  query.max = position.side_to_move();
  const kibitz::Answer answer = solver.solve(position, query);
  std::cout << answer.lower << " nodes " << answer.nodes << " seconds " << answer.seconds << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  if (command != "perft" && command != "solve" && command != "maxn") {
    std::cerr << "usage: kibitz-core perft DEPTH | solve | maxn < deals\n";
    return 2;
  }
  const int depth = argc > 2 ? std::atoi(argv[2]) : 4;
  kibitz::Solver solver;
  int status = 0;
  for (std::string line; std::getline(std::cin, line);) {
    try {
      run(command, depth, line, solver);
    } catch (const std::exception& error) {
      std::cerr << error.what() << '\n';
      status = 2;
    }
  }
  return status;
}
